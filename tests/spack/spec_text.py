# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads Spack's specs, such as "+cuda ^kokkos@4.7:+wrapper", as far as the recipe and the environments use them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<sigil>\^|%(?:(?:c|cxx|fortran)=)?)"
    r"|@(?P<version>=?\d[\w.]*(?::[\w.]*)?|:\d[\w.]*|[a-z]\w*)"
    r"|(?P<switch>[+~])(?P<switched>\w+)"
    r"|(?P<key>\w+)=(?P<value>[\w.,]+)"
    r"|(?P<name>[a-z][a-z0-9-]*)"
)


@dataclass
class Node:
    """One package of a spec. The sigil says how the one before it depends on it: ^ or %, nothing for the first."""

    sigil: str = ""
    name: str = ""
    version: str = ""
    variants: dict[str, str | bool] = field(default_factory=dict)


def parse_spec(text: str) -> list[Node]:
    """The packages that `text` speaks of; the first has no name where it is left out. Raises ValueError."""
    nodes = [Node()]
    position = 0
    while position < len(text):
        token = TOKEN.match(text, position)
        if not token:
            raise ValueError(f"'{text}' is no spec: what is '{text[position:]}'?")
        position = token.end()
        if token["sigil"]:
            nodes.append(Node(sigil=token["sigil"][0]))
        elif not token["space"]:
            _add(token, nodes[-1], text)
    for node in nodes[1:]:
        if not node.name:
            raise ValueError(f"'{text}' is no spec: nothing is named after {node.sigil}")
    return nodes


def _add(token: re.Match[str], node: Node, text: str) -> None:
    if token["version"]:
        node.version = token["version"]
    elif token["switch"]:
        node.variants[token["switched"]] = token["switch"] == "+"
    elif token["key"]:
        node.variants[token["key"]] = token["value"]
    elif node.name or node.version or node.variants:
        raise ValueError(f"'{text}' is no spec: '{token['name']}' stands where no name can")
    else:
        node.name = token["name"]
