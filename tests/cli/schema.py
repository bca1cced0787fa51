# SPDX-License-Identifier: MIT
"""schema.py SCHEMA FILE...: holds JSON files to a JSON Schema.

Knows what doc/fg-diff.schema.json uses, and refuses a schema with other words.
"""

import json
import sys

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "number": (int, float),
    "integer": int,
}
SILENT = {"$schema", "$defs", "title", "description"}


def has_type(value, name):
    # True is an int to Python
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def check(root, schema, value, where):
    """The first fault, or None."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return check(root, root["$defs"][name], value, where)
    for word, wanted in schema.items():
        if word in SILENT:
            continue
        if word == "type":
            names = [wanted] if isinstance(wanted, str) else wanted
            if not any(has_type(value, name) for name in names):
                return f"{where}: {value!r} is no {wanted}"
        elif word == "enum":
            if value not in wanted:
                return f"{where}: {value!r} is not one of {wanted}"
        elif word == "minimum":
            if value < wanted:
                return f"{where}: {value!r} is below {wanted}"
        elif word == "required":
            for name in wanted:
                if name not in value:
                    return f"{where}: {name} is missing"
        elif word == "additionalProperties":
            for name in value:
                if name not in schema["properties"]:
                    return f"{where}: {name} is not described"
        elif word == "properties":
            for name, part in value.items():
                fault = check(root, wanted[name], part, f"{where}.{name}")
                if fault:
                    return fault
        elif word == "items":
            for i, part in enumerate(value):
                fault = check(root, wanted, part, f"{where}[{i}]")
                if fault:
                    return fault
        else:
            sys.exit(f"schema.py: unknown word '{word}'")
    return None


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            fault = check(schema, schema, json.load(file), "")
        if fault:
            sys.exit(f"{path}: {fault}")


if __name__ == "__main__":
    main()
