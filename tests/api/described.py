"""Answers of the API against its OpenAPI document: as much of JSON Schema as the document
uses. What the document does not name is wrong, too."""
import json
import re

TYPES = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict,
         "null": type(None)}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")
DAY = re.compile(r"\d{4}-\d\d-\d\d$")


class Document:
    def __init__(self, text):
        self.root = json.loads(text)
        self.operations = {operation["operationId"]: (method.upper(), path, operation)
                           for path, item in self.root["paths"].items()
                           for method, operation in item.items() if "operationId" in operation}

    def follow(self, schema):
        while "$ref" in schema:
            node = self.root
            for part in schema["$ref"].removeprefix("#/").split("/"):
                node = node[part]
            schema = node
        return schema

    def names_of(self, schema):
        """The properties of an object, through allOf; None: any."""
        schema = self.follow(schema)
        if "additionalProperties" in schema or not ({"properties", "allOf"} & schema.keys()):
            return None
        names = set(schema.get("properties", {}))
        for part in schema.get("allOf", []):
            more = self.names_of(part)
            if more is None:
                return None
            names |= more
        return names

    def faults(self, value, schema, where="$", named=True):
        """What is wrong with the value, a line each."""
        schema = self.follow(schema)
        if "anyOf" in schema:
            tries = [self.faults(value, each, where, named) for each in schema["anyOf"]]
            return min(tries, key=len)
        found = []
        for part in schema.get("allOf", []):
            found += self.faults(value, part, where, named=False)
        if "enum" in schema and value not in schema["enum"]:
            found.append(f"{where}: {value!r} is none of {schema['enum']}")
        if "const" in schema and value != schema["const"]:
            found.append(f"{where}: {value!r} is not {schema['const']!r}")
        types = schema.get("type")
        if types and not any(self.is_type(value, each)
                             for each in ([types] if isinstance(types, str) else types)):
            return found + [f"{where}: {value!r:.80} is no {types}"]
        form = schema.get("format")
        if isinstance(value, str) and (
                (form == "date-time" and not MOMENT.match(value)) or
                (form == "date" and not DAY.match(value))):
            found.append(f"{where}: {value!r} is no {form}")
        if isinstance(value, list) and "items" in schema:
            for place, each in enumerate(value):
                found += self.faults(each, schema["items"], f"{where}[{place}]")
        if isinstance(value, dict):
            found += self.object_faults(value, schema, where, named)
        return found

    def object_faults(self, value, schema, where, named):
        found = [f"{where}: {name} is missing" for name in schema.get("required", [])
                 if name not in value]
        for name, each in schema.get("properties", {}).items():
            if name in value:
                found += self.faults(value[name], each, f"{where}.{name}")
        more = schema.get("additionalProperties")
        if isinstance(more, dict):
            for name in value.keys() - schema.get("properties", {}).keys():
                found += self.faults(value[name], more, f"{where}.{name}")
        known = self.names_of(schema) if named else None
        if known is not None:
            found += [f"{where}: nobody tells of {name}" for name in value.keys() - known]
        return found

    @staticmethod
    def is_type(value, name):
        if name == "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        if name == "integer" and isinstance(value, bool):
            return False
        return isinstance(value, TYPES[name])

    def check(self, operation, status, kind, body):
        """Of an answer to an operation: what is wrong with it."""
        responses = self.operations[operation][2]["responses"]
        response = self.follow(responses.get(str(status), responses["default"]))
        if str(status) not in responses and status < 400:
            return [f"{status} is not told of"]
        content = response.get("content", {})
        if not content:
            return [] if not body else [f"a body of {len(body)} bytes where there is none"]
        kind = kind.split(";")[0].strip()
        if kind not in content:
            return [f"{kind!r} is none of {list(content)}"]
        if "json" not in kind:
            return []
        return self.faults(json.loads(body), content[kind]["schema"])
