//! HTML page of the tour: one card per board, without scripts or external resources.

/// A board of the page.
pub struct Card {
    /// The family.
    pub family: &'static str,
    /// The description of the family.
    pub about: &'static str,
    /// The board's name.
    pub title: String,
    /// The command that reproduces the result.
    pub command: String,
    /// The result in words.
    pub result: String,
    /// Whether its moves are shown one after the other.
    pub moves: bool,
}

impl Card {
    /// The name of the board's files, without extension.
    pub(crate) fn file(&self) -> String {
        self.title.replace('/', "-")
    }
}

const STYLE: &str = "\
:root { color-scheme: light dark; --paper: #fbfaf7; --card: #ffffff; --ink: #222; --soft: #666;
  --line: #ddd8cc }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0e1014; --card: #14171c; --ink: #e6e6e6; --soft: #9aa3b0; --line: #2b323e } }
body { margin: 0 auto; max-width: 78rem; padding: 2rem 1rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
h1 { margin: 0 } h2 { margin: 2.5rem 0 .2rem; border-top: 1px solid var(--line); padding-top: 1rem }
p { margin: .3rem 0; color: var(--soft) }
.cards { display: grid; gap: 1rem; margin-top: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)) }
figure { margin: 0; padding: .8rem; border: 1px solid var(--line); border-radius: .6rem;
  background: var(--card); display: flex; flex-direction: column }
figure > a { flex: 1; display: flex; align-items: center; justify-content: center }
figcaption a { color: inherit }
img { max-width: 100%; max-height: 26rem; height: auto }
figcaption { margin-top: .6rem; font-size: .9rem; overflow-wrap: anywhere }
code { font-size: .85rem; color: var(--soft) }
";

/// The HTML page of all cards.
pub(crate) fn page(cards: &[&Card]) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>sixfold: a tour</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>sixfold</h1>\n\
         <p>Puzzles on hexagonal grids: find it, prove it, draw it. Every board below was checked \
         by the verifier when this page was made.</p>\n"
    );
    for group in cards.chunk_by(|a, b| a.family == b.family) {
        let (family, about) = (group[0].family, escaped(group[0].about));
        page.push_str(&format!("<h2>{family}</h2>\n<p>{about}</p>\n<div class=\"cards\">\n"));
        group.iter().for_each(|card| page.push_str(&figure(card)));
        page.push_str("</div>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn figure(card: &Card) -> String {
    let (file, title) = (card.file(), escaped(&card.title));
    let (result, command) = (escaped(&card.result), escaped(&card.command));
    // Moves stand still for who wants less motion.
    let (still, picture) = match card.moves {
        true => ("prefers-reduced-motion: reduce", [format!("{file}.svg"), format!("{file}.gif")]),
        false => {
            ("prefers-color-scheme: dark", [format!("{file}-dark.svg"), format!("{file}.svg")])
        }
    };
    let [other, usual] = picture;
    let moves =
        if card.moves { format!(" · <a href=\"{file}.gif\">GIF</a>") } else { String::new() };
    format!(
        "<figure>\n<a href=\"{file}.svg\"><picture>\
         <source media=\"({still})\" srcset=\"{other}\">\
         <img src=\"{usual}\" alt=\"{title}\"></picture></a>\n\
         <figcaption><b>{title}</b><br>{result}<br><code>{command}</code> · \
         <a href=\"{file}.txt\">text</a> · <a href=\"{file}.png\">PNG</a>{moves}</figcaption>\n</figure>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
