//! Words of danger in texts and names.

use agmark_syntax::transliteration::transliterated;

use super::verbs;
pub use super::verbs::meaning;

/// The first dangerous word in a text, in any language of [`verbs`]. It must be a whole word, in upper or lower case,
/// which may be a part of a name such as `deleteAccount`, `row-delete` and `account.delete`.
pub fn dangerous_word(text: &str) -> Option<&'static str> {
    verbs::first(&words(text))
}

/// The words of a text or a name, without invisible characters.
pub fn words(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut before = ' ';
    let seen: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    let latin = transliterated(&seen);
    let mut letters = latin.chars().peekable();
    while let Some(c) = letters.next() {
        // `deleteAll` has two words, and so has `XMLDelete`.
        let small_next = letters.peek().is_some_and(|next| next.is_lowercase());
        let begins = c.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && small_next));
        if !c.is_alphanumeric() || begins || (before.is_numeric() && c.is_alphabetic()) {
            all.push(String::new());
        }
        if let (true, Some(last)) = (c.is_alphanumeric(), all.last_mut()) {
            last.push(c);
        }
        before = c;
    }
    all.retain(|word| !word.is_empty());
    all
}

/// Whether a character is invisible: soft hyphens, joiners and direction marks.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_texts_and_names() {
        for text in [
            "Delete",
            "DELETE all",
            "please, remove!",
            "deleteAccount",
            "accountDelete",
            "XMLDelete",
            "row-delete",
            "account.delete",
            "account_delete",
            "De\u{ad}lete",
            "De\u{200b}lete",
            "Ｄｅｌｅｔｅ",
            "step2Delete",
            "Revoke…",
        ] {
            assert!(dangerous_word(text).is_some(), "{text}");
        }
        for text in
            ["", "Undeleted items", "Dropdown", "presets", "deleted", "cancellation", "Eraser", "removal"]
        {
            assert_eq!(dangerous_word(text), None, "{text}");
        }
    }

    #[test]
    fn words_of_other_languages_are_found() {
        for (text, word) in [
            ("Konto löschen", "löschen"),
            ("LÖSCHEN", "löschen"),
            ("Lo\u{308}schen", "löschen"),
            ("konto.loeschen", "löschen"),
            ("Réinitialiser", "réinitialiser"),
            ("Supprimer le compte", "supprimer"),
            ("Eliminar", "eliminar"),
            ("Usuń konto", "usuń"),
            ("Ta bort", "ta bort"),
            ("İptal", "iptal"),
            ("Удалить аккаунт", "удалить"),
            ("アカウントを削除する", "削除"),
            ("删除账户", "删除"),
            ("계정 삭제하기", "삭제"),
        ] {
            assert_eq!(dangerous_word(text), Some(word), "{text}");
        }
        for text in ["Speichern", "gelöscht", "Ta med", "保存", "저장", "Сохранить", "Enregistrer"]
        {
            assert_eq!(dangerous_word(text), None, "{text}");
        }
        assert_eq!((meaning("löschen"), meaning("キャンセル"), meaning("other")), ("delete", "cancel", ""));
    }
}
