//! `agmark agd`: what it prints, writes and ends with.

mod change;
mod read;

/// A document of several kinds of blocks that refer to each other, not in canonical form.
const ROTA: &str = "@meta title=Rota author=ines\n@h1   Kitchen [#kitchen]\n\
                    @p Light the *oven*, see @ref #oven. [#light refs=\"#kitchen\"]\n@ul desc=\"what to buy\" [#buy]\n- flour\n\
                    @code lang=sh [#oven]\n~~~\noven on\n~~~\n@ref #oven\n";
