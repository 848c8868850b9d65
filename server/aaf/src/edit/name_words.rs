//! Words in names, in common languages: verbs, filler words and generic words. All are in lowercase ASCII, as names
//! are.

use crate::risk;

/// Verbs. They come last in names: `invoice.create`. Dangerous words are verbs too.
const VERBS: &[&str] = &[
    "accept add apply approve archive assign book buy change clear close confirm connect copy create \
     download edit empty export filter find import invite join leave move open order pay place publish \
     reject rename renew restore save search select send share sort start stop submit subscribe update \
     upload view write",
    // German
    "abmelden ablehnen abonnieren abschicken absenden aendern aktualisieren akzeptieren anlegen anmelden \
     annehmen anzeigen archivieren auswaehlen bearbeiten bestaetigen bestellen bezahlen buchen drucken \
     einladen erstellen exportieren filtern freigeben herunterladen hinzufuegen hochladen importieren \
     kaufen kopieren leeren oeffnen registrieren reservieren schliessen senden sortieren speichern \
     starten stoppen suche suchen teilen umbenennen verlassen veroeffentlichen verschieben zuweisen",
    // French
    "abonner accepter acheter afficher ajouter approuver archiver changer chercher commander confirmer \
     connecter copier creer deconnecter deplacer enregistrer envoyer exporter fermer filtrer importer \
     imprimer inscrire inviter modifier ouvrir partager payer publier quitter rechercher refuser renommer \
     reserver sauvegarder telecharger trier trouver valider vider",
    // Spanish and Portuguese
    "abrir aceitar aceptar actualizar adicionar agregar alterar anadir aprobar aprovar archivar arquivar \
     atualizar baixar buscar cambiar carregar cerrar comprar compartir compartilhar confirmar convidar \
     copiar crear criar descargar editar entrar enviar exportar fechar filtrar guardar importar imprimir \
     invitar modificar mostrar mover ordenar pagar partilhar pedir pesquisar procurar publicar rechazar \
     registrar rejeitar renombrar renomear reservar restaurar salvar subir vaciar",
    // Italian
    "accedi accetta acquista aggiorna aggiungi apri archivia carica cerca chiudi condividi conferma copia \
     crea esporta filtra importa invia invita modifica ordina paga prenota pubblica registrati rifiuta \
     rinomina salva scarica sposta stampa svuota",
    // Dutch
    "aanmaken aanmelden afdrukken bestellen betalen bewaren bewerken bijwerken boeken delen goedkeuren \
     importeren exporteren inloggen kopen opslaan reserveren sluiten toevoegen uitloggen uitnodigen \
     verplaatsen versturen verzenden weigeren wijzigen zoeken",
];

/// Verbs that only confirm what the user began.
const CONFIRMS: &str = "apply confirm create save send submit update absenden abschicken bestaetigen erstellen senden \
     speichern confirmer creer enregistrer envoyer sauvegarder valider confirmar crear criar enviar \
     guardar salvar conferma crea invia salva aanmaken opslaan versturen verzenden";

/// Filler words.
const FILLERS: &[&str] = &[
    "a an the my your this new form button btn all please now",
    "der die das den dem ein eine einen neue neuen neues bitte jetzt formular",
    "le la les l s un une des du d mon ma mes votre vos nouveau nouvelle",
    "el los las una mi tu su nuevo nueva o os um uma novo nova meu",
    "il lo gli nuovo nuova de het een nieuwe je uw",
];

/// Generic words of buttons, without a topic.
const GENERIC: &[&str] = &[
    "back continue done go login-form next no ok okay previous proceed retry yes",
    "weiter zurueck fertig ja nein los",
    "suivant precedent retour continuer oui non",
    "continuar siguiente anterior seguinte voltar si sim nao",
    "avanti indietro continua volgende vorige terug verder nee",
];

/// Verbs of searching. They name an action of the whole site by themselves and change nothing.
const SEARCHES: &str = "search filter suchen suche filtern rechercher recherche chercher filtrer buscar pesquisar filtrar \
     cerca filtra zoeken";

/// Other verbs that name an action of the whole site by themselves.
const WHOLE: &str = "subscribe abonnieren abonner";

/// Words for lists and tables, without a topic.
const LISTS: &str = "list lists table tables tbl grid data datatable datatables overview items rows of liste tabelle \
     uebersicht von tableau apercu de lista tabla tabela tabella resumen elenco di lijst tabel overzicht \
     van content main container wrapper";

/// Whether a word is a verb.
pub fn is_verb(word: &str) -> bool {
    holds(VERBS, word) || risk::dangerous_word(word).is_some()
}

/// Whether a name only confirms what the user began: `save`, but not `delete`.
pub fn only_confirms(name: &str) -> bool {
    name.split('-').all(|word| has(CONFIRMS, word) || is_generic(word))
}

/// Whether a word is a filler word.
pub fn is_filler(word: &str) -> bool {
    holds(FILLERS, word)
}

/// Whether a word is generic.
pub fn is_generic(word: &str) -> bool {
    holds(GENERIC, word)
}

/// Whether a verb is a complete name by itself.
pub fn is_whole(name: &str) -> bool {
    has(WHOLE, name) || has(SEARCHES, name)
}

/// Whether the name of an action is one of a search.
pub fn is_search(action: &str) -> bool {
    let last = action.rsplit(['.', '-']).next().unwrap_or(action);
    has(SEARCHES, last)
}

/// Whether a word means a list or a table. Digits at its end do not count.
pub fn is_list(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
    word.is_empty() || has(LISTS, word)
}

fn holds(rows: &[&str], word: &str) -> bool {
    rows.iter().any(|row| has(row, word))
}

fn has(row: &str, word: &str) -> bool {
    row.split(' ').any(|one| one == word)
}
