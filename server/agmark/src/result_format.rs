//! `--output-format` of commands that print a result as text or JSON.

/// The option, and `--json` for it.
#[derive(Debug, clap::Args)]
pub struct ResultFormat {
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    output_format: Form,
    /// Same as --output-format json
    #[arg(long, conflicts_with = "output_format")]
    json: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    #[default]
    Text,
    Json,
}

/// The option of commands that print JSON only: other commands print text without it.
#[derive(Debug, clap::Args)]
pub struct JsonOnly {
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    output_format: OnlyForm,
    /// Same as --output-format json
    #[arg(long, conflicts_with = "output_format")]
    json: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum OnlyForm {
    #[default]
    Json,
}

impl ResultFormat {
    pub fn is_json(&self) -> bool {
        self.json || self.output_format == Form::Json
    }
}
