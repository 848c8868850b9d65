//! Random documents, the same on every machine: bytes, and examples that were mutated and cut off.

use agmark_syntax::testing::Random;

/// Makes documents from the examples of a format.
pub struct Generator {
    random: Random,
    examples: Vec<String>,
    /// Lines and words of the examples.
    parts: Vec<String>,
}

impl Generator {
    /// `seed` is any number; equal ones give equal documents.
    pub fn new(examples: &[String], seed: u64) -> Self {
        let mut parts: Vec<String> = Vec::new();
        for example in examples {
            for line in example.split_inclusive('\n') {
                parts.push(line.to_owned());
                parts.extend(line.split_inclusive([' ', '=', ':', '"']).map(str::to_owned));
            }
        }
        parts.sort();
        parts.dedup();
        // The generator of numbers has no way out of 0, and near seeds begin alike.
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        random.below(2);
        Self { random, examples: examples.to_vec(), parts }
    }

    /// The next document.
    pub fn next(&mut self) -> String {
        match self.random.below(8) {
            0 => self.bytes(),
            1 => self.words(),
            2 => self.truncated(),
            _ => self.mutated(),
        }
    }

    /// A part of an example, to type somewhere.
    pub fn part(&mut self) -> String {
        match self.random.below(8) {
            0 => "\n".to_owned(),
            1 => ["é", "東", "🎉", "\r\n", "\t", "  ", "\u{feff}", "\0"][self.random.below(8)].to_owned(),
            _ => self.pick_part(),
        }
    }

    /// An example as it is.
    pub fn example(&mut self) -> String {
        let at = self.random.below(self.examples.len());
        self.examples[at].clone()
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    fn bytes(&mut self) -> String {
        let len = self.random.below(200);
        // Half of them printable: other bytes mostly become the same replacement character.
        let byte = |random: &mut Random| match random.below(2) {
            0 => random.below(256) as u8,
            _ => b"\n\r\t \"'`~#@[]{}<>|=:.-+*/\\$&%()!?,;_^0a"[random.below(38)],
        };
        let bytes: Vec<u8> = (0..len).map(|_| byte(&mut self.random)).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn words(&mut self) -> String {
        (0..self.random.below(40)).map(|_| self.part()).collect()
    }

    fn truncated(&mut self) -> String {
        let example = self.example();
        let start = if self.random.below(3) == 0 { self.random.below(example.len() + 1) } else { 0 };
        let end = start + self.random.below(example.len() - start + 1);
        example[floor(&example, start)..floor(&example, end)].to_owned()
    }

    fn mutated(&mut self) -> String {
        let mut text = self.example();
        for _ in 0..=self.random.below(6) {
            let from = self.random.below(text.len() + 1);
            let reach = if self.random.below(6) == 0 { 120 } else { 4 };
            let start = floor(&text, from);
            let end = floor(&text, from + self.random.below(reach)).max(start);
            let with = match self.random.below(4) {
                0 => String::new(),
                1 => self.bytes().chars().take(3).collect(),
                2 => text[start..end].repeat(2),
                _ => self.part(),
            };
            text.replace_range(start..end, &with);
        }
        text
    }

    fn pick_part(&mut self) -> String {
        let at = self.random.below(self.parts.len());
        self.parts[at].clone()
    }
}

/// The character boundary at or before `offset`, at most the end.
pub fn floor(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
