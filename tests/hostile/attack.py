# SPDX-License-Identifier: MIT
"""The list of attacks. The files beside this one, attacks_*.py, fill it: each
attack is a function of a size that gives the input's parts, text or bytes."""

ATTACKS = {}


class File:
    """A part that is no part of the input, but a file beside it."""
    def __init__(self, name, data):
        self.name = name
        self.data = data


class Attack:
    def __init__(self, name, size, command, status, write):
        self.name = name
        self.size = size  # the smallest of four, each twice the one before
        self.command = command  # FILE is the input
        self.status = status
        self.write = write


def attack(name, size, command, status=0):
    """@attack("folder/name", 1000, "fg-collapse FILE") before a function."""
    def register(write):
        ATTACKS[name] = Attack(name, size, command, status, write)
        return write
    return register
