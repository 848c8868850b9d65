//! The verbs of danger, by what they mean, in common languages.
//!
//! The first word of a row says what the row means. Other words are written as on a button: infinitive, imperative or
//! noun, whatever the language uses there. A new word or language is a new entry.

use std::collections::HashMap;
use std::sync::OnceLock;

use agmark_syntax::transliteration::transliterated;

/// How many words an entry may have.
const LONGEST: usize = 2;

/// A dangerous verb in all languages.
const VERBS: &[(&str, &[&str])] = &[
    (
        "delete",
        &[
            "löschen",
            "lösche",
            "supprimer",
            "effacer",
            "eliminar",
            "borrar",
            "elimina",
            "eliminare",
            "cancella",
            "cancellare",
            "excluir",
            "apagar",
            "deletar",
            "verwijderen",
            "verwijder",
            "usuń",
            "usunąć",
            "skasuj",
            "smazat",
            "vymazat",
            "radera",
            "slet",
            "slett",
            "poista",
            "törlés",
            "șterge",
            "sil",
            "hapus",
            "xóa",
            "удалить",
            "видалити",
            "διαγραφή",
            "削除",
            "消去",
            "删除",
            "刪除",
            "삭제",
            "حذف",
            "מחק",
            "מחיקה",
            "हटाएं",
            "हटाएँ",
            "मिटाएं",
        ],
    ),
    (
        "remove",
        &[
            "entfernen",
            "entferne",
            "retirer",
            "enlever",
            "quitar",
            "remover",
            "rimuovi",
            "rimuovere",
            "odstranit",
            "ta bort",
            "fjern",
            "eltávolítás",
            "kaldır",
            "убрать",
            "прибрати",
            "κατάργηση",
            "除去",
            "移除",
            "제거",
            "إزالة",
            "הסר",
        ],
    ),
    (
        "destroy",
        &[
            "zerstören",
            "vernichten",
            "détruire",
            "destruir",
            "distruggi",
            "vernietigen",
            "zniszcz",
            "zničit",
            "tuhoa",
            "уничтожить",
            "знищити",
            "破棄",
            "销毁",
            "銷毀",
            "파기",
        ],
    ),
    ("drop", &[]),
    ("purge", &["purger", "purgar"]),
    ("erase", &["wymaż", "стереть", "стерти", "抹除", "擦除", "مسح"]),
    (
        "reset",
        &[
            "zurücksetzen",
            "réinitialiser",
            "restablecer",
            "reimposta",
            "redefinir",
            "resetten",
            "zresetuj",
            "resetovat",
            "återställ",
            "nulstil",
            "tilbakestill",
            "nollaa",
            "visszaállítás",
            "resetează",
            "sıfırla",
            "сбросить",
            "скинути",
            "επαναφορά",
            "リセット",
            "重置",
            "重設",
            "초기화",
            "אפס",
        ],
    ),
    (
        "revoke",
        &[
            "widerrufen",
            "entziehen",
            "révoquer",
            "revocar",
            "revoca",
            "revogar",
            "intrekken",
            "odvolat",
            "återkalla",
            "tilbagekald",
            "отозвать",
            "відкликати",
            "撤销",
            "撤銷",
            "철회",
        ],
    ),
    (
        "terminate",
        &[
            "kündigen",
            "stornieren",
            "résilier",
            "rescindir",
            "disdici",
            "opzeggen",
            "beëindigen",
            "säg upp",
            "opsig",
            "解約",
            "退会",
            "注销",
            "註銷",
            "해지",
            "탈퇴",
        ],
    ),
    (
        "cancel",
        &[
            "abbrechen",
            "annuler",
            "cancelar",
            "anular",
            "annulla",
            "annuleren",
            "anuluj",
            "zrušit",
            "avbryt",
            "annuller",
            "peruuta",
            "mégse",
            "anulează",
            "iptal",
            "batalkan",
            "batal",
            "hủy",
            "отменить",
            "отмена",
            "скасувати",
            "ακύρωση",
            "キャンセル",
            "取消",
            "取り消し",
            "取り消す",
            "취소",
            "إلغاء",
            "ביטול",
            "रद्द",
        ],
    ),
];

/// The words by how they are compared, each with the word itself and what it means.
struct Table {
    /// Words that are separated in a text.
    apart: HashMap<String, (&'static str, &'static str)>,
    /// Words of languages that write no spaces between words.
    inside: Vec<(&'static str, &'static str)>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table { apart: HashMap::new(), inside: Vec::new() };
        for (means, others) in VERBS {
            for word in std::iter::once(means).chain(*others) {
                match word.chars().all(is_unspaced) {
                    true => table.inside.push((word, means)),
                    false => drop(table.apart.insert(folded(word), (word, means))),
                }
            }
        }
        table
    })
}

/// The first word of danger among the words of a text: as it is written in the table.
pub fn first(words: &[String]) -> Option<&'static str> {
    let folded: Vec<String> = words.iter().map(|word| folded(word)).collect();
    let table = table();
    (0..folded.len()).find_map(|at| {
        let rest = folded.get(at..)?;
        let apart = (1..=LONGEST.min(rest.len())).find_map(|count| match rest.get(..count)? {
            [one] => table.apart.get(one.as_str()),
            many => table.apart.get(&many.join(" ")),
        });
        let word = rest.first()?;
        let inside = || table.inside.iter().find(|(known, _)| word.contains(known)).map(|(known, _)| *known);
        apart.map(|(known, _)| *known).or_else(|| if word.is_ascii() { None } else { inside() })
    })
}

/// What a word of the table means: the first word of its row.
pub fn meaning(word: &str) -> &'static str {
    let holds = |others: &[&'static str]| others.contains(&word);
    VERBS.iter().find(|(means, others)| *means == word || holds(others)).map_or("", |(means, _)| means)
}

/// Whether words are one word of the table with this meaning, and nothing else.
pub fn is_only(words: &[String], means: &str) -> bool {
    let whole = words.iter().map(|word| folded(word)).collect::<Vec<_>>().join(" ");
    let table = table();
    let inside = || table.inside.iter().find(|(known, _)| *known == whole).map(|(_, means)| *means);
    table.apart.get(&whole).map(|(_, means)| *means).or_else(inside) == Some(means)
}

/// A word as it is compared: small Latin letters in ASCII, so that names made of it are the same word.
fn folded(word: &str) -> String {
    transliterated(&word.to_lowercase()).into_owned()
}

/// Whether a character is of a language that writes no spaces between words, or joins endings to them.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_stands_in_one_row() {
        let mut seen: HashMap<String, &str> = HashMap::new();
        for (means, others) in VERBS {
            for word in std::iter::once(means).chain(*others) {
                assert_eq!(seen.insert(folded(word), word), None, "{word} is in the table twice");
                assert_eq!(meaning(word), *means);
                let words: Vec<String> = word.split(' ').map(str::to_owned).collect();
                assert_eq!(first(&words), Some(*word));
                assert!(is_only(&words, means) && words.len() <= LONGEST, "{word}");
            }
        }
    }
}
