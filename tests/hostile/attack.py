# SPDX-License-Identifier: MIT
"""The list of attacks. The files beside this one, attacks_*.py, fill it: each
attack is a function of a size that gives the input's parts, text or bytes."""
import os
import pathlib

ATTACKS = {}


class File:
    """A part that is no part of the input, but a file beside it."""
    def __init__(self, name, data):
        self.name = name
        self.data = data


class Link:
    """A symbolic link beside the input; with no target, a FIFO."""
    def __init__(self, name, target=None):
        self.name = name
        self.target = target

    def make(self):
        pathlib.Path(self.name).parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(self.name):
            os.unlink(self.name)
        if self.target is None:
            os.mkfifo(self.name)
        else:
            os.symlink(self.target, self.name)


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
