//! Validates JSON against the schemas of `spec/json`.

use serde_json::Value;

/// JSON schema from a file of `spec/json`.
pub struct Schema(Value);

impl Schema {
    /// Reads the schema in the file `<name>.schema.json`.
    ///
    /// # Panics
    /// Panics if there is no file of this name.
    pub fn named(name: &str) -> Self {
        Self::of_file(&format!("{name}.schema.json"))
    }

    fn of_file(file: &str) -> Self {
        let path = format!("{}/../spec/json/{file}", env!("CARGO_MANIFEST_DIR"));
        Self(serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
    }

    /// Asserts that a value conforms to the schema.
    ///
    /// # Panics
    /// Panics if the value does not conform.
    #[track_caller]
    pub fn assert_fits(&self, value: &Value) {
        if let Err(error) = self.check(value, "") {
            panic!("{}: {error}", self.0["title"]);
        }
    }

    fn check(&self, value: &Value, at: &str) -> Result<(), String> {
        check(&self.0, &self.0, value, at)
    }
}

/// Validates a value against a schema. Checks all keywords that the schemas of this repository use, except `pattern`.
fn check(schema: &Value, root: &Value, value: &Value, at: &str) -> Result<(), String> {
    let object = schema.as_object().ok_or("a schema is an object")?;
    for (keyword, expected) in object {
        let list = || expected.as_array().map_or(&[][..], Vec::as_slice);
        let fits = match keyword.as_str() {
            "$ref" => {
                check_reference(expected.as_str().unwrap(), root, value, at)?;
                true
            }
            "type" => {
                let types = expected.as_array().cloned().unwrap_or_else(|| vec![expected.clone()]);
                types.iter().any(|expected| match expected.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "number" => value.is_number(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("{at}: type {other}"),
                })
            }
            "properties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    let property = expected.get(key).ok_or_else(|| format!("{at}: no property '{key}'"))?;
                    check(property, root, inner, &format!("{at}.{key}"))?;
                }
                true
            }
            "required" => list().iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|item| check(expected, root, item, &format!("{at}[]")))?;
                true
            }
            "minItems" => value.as_array().is_some_and(|items| items.len() as u64 >= expected.as_u64().unwrap()),
            "maxItems" => value.as_array().is_some_and(|items| items.len() as u64 <= expected.as_u64().unwrap()),
            "minimum" => value.as_i64().is_none_or(|number| number >= expected.as_i64().unwrap()),
            "maximum" => value.as_u64().is_none_or(|number| number <= expected.as_u64().unwrap()),
            "enum" => list().contains(value),
            "anyOf" => list().iter().any(|one| check(one, root, value, at).is_ok()),
            "oneOf" => list().iter().filter(|one| check(one, root, value, at).is_ok()).count() == 1,
            "additionalProperties" => *expected == Value::Bool(false),
            "$schema" | "title" | "description" | "$defs" | "pattern" => true,
            other => panic!("{at}: keyword {other}"),
        };
        if !fits {
            return Err(format!("{at}: {value} against {keyword} {expected}"));
        }
    }
    Ok(())
}

/// Validates a value against the schema to which a reference points.
fn check_reference(reference: &str, root: &Value, value: &Value, at: &str) -> Result<(), String> {
    let (file, pointer) = reference.split_once('#').unwrap_or((reference, ""));
    let other = (!file.is_empty()).then(|| Schema::of_file(file).0);
    let root = other.as_ref().unwrap_or(root);
    let target = root.pointer(pointer).ok_or_else(|| format!("{at}: no {reference}"))?;
    check(target, root, value, at)
}
