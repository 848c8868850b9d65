//! Equality and order.

use std::cmp::Ordering;

use serde_json::Value as Json;

use super::value::Val;

/// Whether the first equals any of the others.
pub(crate) fn equals(values: &[Val<'_>]) -> Result<bool, String> {
    let Some((first, rest)) = values.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return Err("missing second argument: write the value to compare with".to_owned());
    };
    for other in rest {
        if equal(first, other)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn equal(a: &Val<'_>, b: &Val<'_>) -> Result<bool, String> {
    Ok(match (a.json(), b.json()) {
        (Json::Null, other) | (other, Json::Null) => other.is_null(),
        (Json::Bool(a), Json::Bool(b)) => a == b,
        (Json::String(a), Json::String(b)) => a == b,
        (Json::Number(a), Json::Number(b)) => order_of(a, b) == Some(Ordering::Equal),
        (Json::Array(_) | Json::Object(_), _) => return Err(format!("{} cannot be compared", a.kind())),
        (_, Json::Array(_) | Json::Object(_)) => return Err(format!("{} cannot be compared", b.kind())),
        _ => return Err(format!("{} and {} cannot be compared", a.kind(), b.kind())),
    })
}

/// The order of two values.
pub(crate) fn order(a: &Val<'_>, b: &Val<'_>) -> Result<Ordering, String> {
    match (a.json(), b.json()) {
        (Json::String(a), Json::String(b)) => Ok(a.cmp(b)),
        (Json::Number(a), Json::Number(b)) => {
            order_of(a, b).ok_or_else(|| "these numbers cannot be compared".to_owned())
        }
        (Json::String(_) | Json::Number(_), Json::String(_) | Json::Number(_)) => {
            Err(format!("{} and {} have no order", a.kind(), b.kind()))
        }
        (Json::String(_) | Json::Number(_), _) => Err(format!("{} has no order", b.kind())),
        _ => Err(format!("{} has no order", a.kind())),
    }
}

fn order_of(a: &serde_json::Number, b: &serde_json::Number) -> Option<Ordering> {
    let whole = |n: &serde_json::Number| n.as_i64().map(i128::from).or_else(|| n.as_u64().map(i128::from));
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}
