"""Organizations. Document section: "Organizations"."""

from __future__ import annotations

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change
from docdeck.api.reading import many, nothing, one
from docdeck.models.agent_instructions import AgentInstructions, PutAgentInstructions
from docdeck.models.base import Document
from docdeck.models.organizations import CreateOrganization, Organization, OrganizationsOfDomain, PatchOrganization

_ONE = "/v1/orgs/{organization}"


def list_mine(*, limit: int | None = None) -> Query[Page[Organization]]:
    """The organizations that the caller is a member of."""
    return Query("listOrganizationsForAuthenticatedUser", "/v1/orgs", many(Organization), params_of(limit=limit))


def get(organization: str) -> Query[Organization]:
    """One organization."""
    path = path_of(_ONE, organization=organization)
    return Query("getOrganizationById", path, one(Organization), ids=(organization,))


def create(
    body: CreateOrganization, *, with_default_site: bool | None = None, openapi_url: str | None = None
) -> Command[Organization]:
    """A new organization, perhaps with a site. Newer platforms only. Platform facts 2.1."""
    params = params_of(withDefaultSite=with_default_site, openapiUrl=openapi_url)
    return Command("createOrganization", "POST", "/v1/orgs", one(Organization), body=body.to_wire(), params=params)


def update(organization: str, body: PatchOrganization) -> Command[Organization]:
    """Set what the body names; null takes the default content or the logo away. Section: "Organizations"."""
    path = path_of(_ONE, organization=organization)
    answers = get(organization)
    return change("updateOrganizationById", "PATCH", path, Organization, body, (organization,), answers=answers)


def join(organization: str) -> Command[None]:
    """Join, when the caller's verified email domain is one of the organization's. Section: "Organizations"."""
    path = path_of(_ONE + "/join", organization=organization)
    return Command("joinOrganization", "POST", path, nothing, repeat="same_effect", touches=(organization,))


def of_email_domain(domain: str) -> Query[OrganizationsOfDomain]:
    """The organizations that a domain of email addresses belongs to. Document section: "Organizations"."""
    path = path_of("/v1/email-domains/{domain}/orgs", domain=domain)
    return Query("getOrganizationsForEmailDomain", path, one(OrganizationsOfDomain))


def agent_instructions(organization: str) -> Query[AgentInstructions]:
    """What the organization tells its agent. Document section: "Organizations"."""
    path = path_of(_ONE + "/agent-instructions", organization=organization)
    return Query("getOrganizationAgentInstructions", path, one(AgentInstructions), ids=(organization,))


def put_agent_instructions(organization: str, instructions: Document) -> Command[AgentInstructions]:
    """Replace what the organization tells its agent. Document section: "Organizations"."""
    return change(
        "updateOrganizationAgentInstructions",
        "PUT",
        path_of(_ONE + "/agent-instructions", organization=organization),
        AgentInstructions,
        PutAgentInstructions(instructions=instructions),
        (organization,),
        answers=agent_instructions(organization),
    )
