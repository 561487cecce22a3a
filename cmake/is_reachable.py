# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Succeeds when the server behind a URL, or the proxy that leads to it, takes connections. The caller sets the limit
of time."""

import socket
import sys
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass


def main() -> None:
    url = urlsplit(sys.argv[1])
    proxy = getproxies().get(url.scheme)
    if proxy and not proxy_bypass(url.hostname):
        url = urlsplit(proxy)
    socket.create_connection((url.hostname, url.port or (443 if url.scheme == "https" else 80))).close()


if __name__ == "__main__":
    main()
