"""Runs the `git` program: arguments as a list, no shell, no prompts, no settings or hooks of this machine."""

from __future__ import annotations

import base64
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from docdeck.service.work.addresses import masked

_SECONDS = 120.0
_TOLD = 500


class GitError(Exception):
    """An operation failed; the message says why, without credentials."""


class Git:
    """A repository in a folder of its own, with a remote whose credentials are in no argument and no file."""

    def __init__(self, folder: Path, url: str, author: tuple[str, str]) -> None:
        self.folder = folder
        self._secrets = _secrets(url)
        self._address = masked(url)
        self._environment = _environment(folder, url, author)
        self.run("init", "--quiet")

    def remote_has(self, ref: str) -> bool:
        """Whether the remote has a branch."""
        return bool(self.run("ls-remote", "--heads", "--", self._address, ref).strip())

    def take(self, ref: str) -> str:
        """Fetch and check out the last commit of a branch; answers its id."""
        self.run("fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", self._address, ref)
        self.run("checkout", "--quiet", "--detach", "FETCH_HEAD")
        return self.head()

    def head(self) -> str:
        """The id of the commit that is checked out."""
        return self.run("rev-parse", "HEAD").strip()

    def commit_all(self, message: str) -> bool:
        """Commit everything in the folder; whether there was anything to commit."""
        self.run("add", "--all", "--", ".")
        if not self.run("status", "--porcelain").strip():
            return False
        self.run("commit", "--quiet", "--no-verify", "--file=-", stdin=message)
        return True

    def send(self, ref: str, *, force: bool) -> None:
        """Push what is checked out to a branch; `force` overwrites what others pushed meanwhile."""
        self.run("push", "--quiet", *(("--force",) if force else ()), "--", self._address, f"HEAD:{ref}")

    def run(self, *words: str, stdin: str = "") -> str:
        """Run a command of git; what it wrote. Raises GitError."""
        command = ["git", "-C", str(self.folder), *words]
        try:
            done = subprocess.run(  # noqa: S603 (a list, and git refuses options after --)
                command, input=stdin.encode(), capture_output=True, timeout=_SECONDS, env=self._environment, check=False
            )
        except subprocess.TimeoutExpired:
            raise GitError(f"git {words[0]} took longer than {_SECONDS:g} seconds.") from None
        except OSError as problem:
            raise GitError(f"git could not be run: {problem.strerror}.") from None
        if done.returncode:
            raise GitError(f"git {words[0]} failed: {self._clean(done.stderr)}")
        return done.stdout.decode("utf-8", "replace")

    def _clean(self, told: bytes) -> str:
        text = " ".join(told.decode("utf-8", "replace").split())
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text.replace(str(self.folder), "the copy")[:_TOLD] or "it did not say why."


def _secrets(url: str) -> list[str]:
    named = urlsplit(url).netloc.rpartition("@")[0]
    parts = {named, *named.split(":"), *(unquote(part) for part in named.split(":"))}
    return sorted((part for part in parts if part), key=len, reverse=True)


def _environment(folder: Path, url: str, author: tuple[str, str]) -> Mapping[str, str]:
    settings = {
        "core.hooksPath": "/dev/null",
        "core.symlinks": "false",
        "core.autocrlf": "false",
        "commit.gpgSign": "false",
        "credential.helper": "",
        "http.followRedirects": "false",
        "gc.auto": "0",
    }
    parts = urlsplit(url)
    named = parts.netloc.rpartition("@")[0]
    if named and parts.scheme in ("http", "https"):
        user, _, word = named.partition(":")
        basic = base64.b64encode(f"{unquote(user)}:{unquote(word)}".encode()).decode()
        host = parts.netloc.rpartition("@")[2]
        settings[f"http.{parts.scheme}://{host}/.extraHeader"] = f"Authorization: Basic {basic}"
    named_settings = {
        name: value
        for place, (key, setting) in enumerate(settings.items())
        for name, value in ((f"GIT_CONFIG_KEY_{place}", key), (f"GIT_CONFIG_VALUE_{place}", setting))
    }
    name, mail = (" ".join(part.replace("<", "").replace(">", "").split()) for part in author)
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "true",
        "GIT_ALLOW_PROTOCOL": "file:http:https",
        "GIT_AUTHOR_NAME": name or "docdeck",
        "GIT_AUTHOR_EMAIL": mail or "docdeck@localhost",
        "GIT_COMMITTER_NAME": "docdeck",
        "GIT_COMMITTER_EMAIL": "docdeck@localhost",
        "GIT_CONFIG_COUNT": str(len(settings)),
        **named_settings,
    }
