# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ReFrame's settings for the machine at hand, without a batch system, and a pattern for nodes with GPUs."""

ENVIRONMENT = {"name": "default", "cc": "cc", "cxx": "c++", "ftn": ""}


def partition(name, **others):
    return {"name": name, "scheduler": "local", "launcher": "local", "environs": ["default"], **others}


def gpu_system(name):
    """Started on the node itself, for example within an allocation; choose it with --system."""
    return {"name": name, "hostnames": ["^$"], "partitions": [partition("gpu", features=["gpu"])]}


site_configuration = {
    "systems": [
        gpu_system("a100"),
        gpu_system("h200"),
        {"name": "local", "hostnames": [".*"], "partitions": [partition("cpu")]},
    ],
    "environments": [ENVIRONMENT],
}
