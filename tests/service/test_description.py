from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

from docdeck.service.description.parameters import PAGING, QUERY
from tests.service.conftest import World


async def test_the_description_names_every_route_with_its_body_and_answer(world: World) -> None:
    answer = await world.client.get("/openapi.json")
    assert answer.status_code == 200
    told = answer.json()
    assert told["openapi"] == "3.1.0"
    operations = [operation for item in told["paths"].values() for operation in item.values()]
    assert len(operations) >= 142
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    space = told["paths"]["/v1/spaces/{space}"]
    assert set(space) == {"get", "patch", "delete"}
    assert space["get"]["responses"]["2XX"]["content"]["application/json"]["schema"] == {
        "$ref": "#/components/schemas/Space"
    }
    ingest = told["paths"]["/v1/orgs/{org}/conversations"]["post"]["requestBody"]["content"]["application/json"]
    assert ingest["schema"]["anyOf"][1]["type"] == "array"
    listed = {parameter["name"] for parameter in told["paths"]["/v1/integrations"]["get"]["parameters"]}
    assert {"page", "limit", "blockDomain", "scope"} <= listed
    organizations = {
        method: [parameter["name"] for parameter in operation["parameters"]]
        for method, operation in told["paths"]["/v1/orgs"].items()
    }
    assert organizations == {"get": ["page", "limit"], "post": ["withDefaultSite"]}


async def test_all_references_lead_somewhere(world: World) -> None:
    told = (await world.client.get("/openapi.json")).json()
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                found.add(value["$ref"])
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(told)
    known = {f"#/components/schemas/{name}" for name in told["components"]["schemas"]}
    assert found <= known


def test_every_query_parameter_that_routes_read_is_described() -> None:
    read = re.compile(r'(?:query\.get|query\.getlist|flag|choices?)\(\s*"([A-Za-z]+)"')
    folder = files("docdeck.service.routes")
    used = {name for file in folder.iterdir() if file.name.endswith(".py") for name in read.findall(file.read_text())}
    told = {name for parameters in QUERY.values() for name in parameters} | set(PAGING)
    assert used - told == set()


async def test_described_parameters_belong_to_routes(world: World) -> None:
    paths = (await world.client.get("/openapi.json")).json()["paths"]
    assert set(QUERY) - set(paths) == set()


async def test_the_service_tells_its_version(world: World) -> None:
    told = await world.ok("read", "GET", "/v1/")
    assert set(told) == {"version", "build"}
    assert (await world.client.get("/v1/")).status_code == 401


async def test_a_body_is_needed_where_it_has_a_field_that_is(world: World) -> None:
    paths = (await world.client.get("/openapi.json")).json()["paths"]
    assert paths["/v1/users/{user}"]["patch"]["requestBody"]["required"] is False
    assert paths["/v1/orgs/{org}/spaces"]["post"]["requestBody"]["required"] is False
    assert next(item for path, item in paths.items() if path.endswith("/comments"))["post"]["requestBody"]["required"]


async def test_a_refused_method_names_all_that_the_address_takes(world: World) -> None:
    headers = {"authorization": "Bearer token-admin"}
    for path, item in (await world.client.get("/openapi.json")).json()["paths"].items():
        methods = {method.upper() for method in item} - {"PARAMETERS"}
        answer = await world.client.options(path.replace("{", "").replace("}", ""), headers=headers)
        assert answer.status_code == 405, path
        assert set(answer.headers["allow"].split(", ")) - {"HEAD"} >= methods, path
