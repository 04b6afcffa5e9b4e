"""Base URLs: which are safe, and that the token goes to the profile's own origin and to no look-alike."""

import httpx
import pytest
from pydantic import SecretStr

from docdeck.api.origin import BadBaseUrl, base_and_origin
from docdeck.api.transport import _OriginAuth  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    ("given", "base", "origin"),
    [
        ("https://api.example.com", "https://api.example.com", "https://api.example.com"),
        ("https://api.example.com/v1/", "https://api.example.com", "https://api.example.com"),
        (" https://API.Example.com:443/ ", "https://API.Example.com:443", "https://api.example.com"),
        ("https://x.example:8443/gateway/v1", "https://x.example:8443/gateway", "https://x.example:8443"),
        ("http://127.0.0.1:8642", "http://127.0.0.1:8642", "http://127.0.0.1:8642"),
        ("http://localhost/", "http://localhost", "http://localhost"),
        ("http://[::1]:8642/v1", "http://[::1]:8642", "http://[::1]:8642"),
    ],
)
def test_good_base_urls(given: str, base: str, origin: str) -> None:
    assert base_and_origin(given)[0] == base
    assert str(base_and_origin(given)[1]) == origin


@pytest.mark.parametrize(
    "given",
    [
        "", "api.example.com", "ftp://api.example.com", "https://", "https://user:pw@api.example.com",
        "https://api.example.com?token=x", "https://api.example.com#x", "http://api.example.com",
        "http://127.0.0.1.evil.example", "http://localhost.evil.example", "http://10.0.0.1", "https://x:99999",
        "https://[::1", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_bad_base_urls(given: str) -> None:
    with pytest.raises(BadBaseUrl) as caught:
        base_and_origin(given)
    assert "pw" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "gets_it"),
    [
        ("https://api.example.com/v1/user", True),
        ("https://api.example.com:443/v1/user", True),
        ("https://API.EXAMPLE.COM/v1/user", True),
        ("https://api.example.com:444/v1/user", False),
        ("http://api.example.com/v1/user", False),
        ("http://api.example.com:443/v1/user", False),
        ("https://api.example.com.evil.example/v1/user", False),
        ("https://evil.example/api.example.com", False),
        ("https://api.example.com@evil.example/", False),
        ("https://api.example.com./v1/user", False),
        ("https://\u0430pi.example.com/v1/user", False),
        ("https://127.0.0.1/v1/user", False),
        ("https://example.com/v1/user", False),
    ],
)
def test_the_token_goes_to_its_own_origin_only(url: str, gets_it: bool) -> None:
    auth = _OriginAuth("https://api.example.com", SecretStr("sesame"))
    request = next(auth.auth_flow(httpx.Request("GET", url)))
    assert ("authorization" in request.headers) is gets_it
    assert ("sesame" in repr(request.headers.raw)) is gets_it


@pytest.mark.parametrize("base", ["https://b\u00fccher.example", "https://xn--bcher-kva.example"])
def test_a_host_with_an_accent_is_one_host_in_both_writings(base: str) -> None:
    auth = _OriginAuth(base, SecretStr("sesame"))
    for url in ("https://b\u00fccher.example/v1/user", "https://xn--bcher-kva.example/v1/user"):
        request = next(auth.auth_flow(httpx.Request("GET", url)))
        assert "authorization" in request.headers
