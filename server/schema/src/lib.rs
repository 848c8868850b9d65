//! Values with spans from JSON and YAML.
