pub fn files(_: &mut super::Corpus) {}
