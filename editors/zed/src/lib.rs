//! Tells Zed how the language server is started.

use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result, Worktree};

struct Agmark;

impl zed::Extension for Agmark {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(server.as_ref(), worktree).ok().and_then(|settings| settings.binary);
        let named = binary.and_then(|binary| binary.path);
        let command = named
            .or_else(|| worktree.which("agmark"))
            .ok_or("no program \"agmark\" on the PATH: install it with `cargo install --path server/agmark`")?;
        Ok(zed::Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }

    fn language_server_workspace_configuration(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree).ok();
        Ok(settings.and_then(|settings| settings.settings))
    }
}

zed::register_extension!(Agmark);
