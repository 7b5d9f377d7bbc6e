//! Files about the parts that all kinds share: CBOR items, the envelope, citations, resources.

use super::games::{sudden_death, tug};
use super::item::{A, B, Item, Raw, Tag, U, column, head, long_head, t};
use super::material::Ending;
use super::richman::{a_draw, alone, emit, once_or_twice, solve};
use super::{At, Byte, Corpus, Is, Place, certificate, digest};

pub fn files(corpus: &mut Corpus) {
    items(corpus);
    envelope(corpus);
    citations(corpus);
    resources(corpus);
}

/// Returns the contents of the outermost tag.
fn inner(item: &Item) -> Item {
    let Tag(_, inner) = item else { panic!() };
    inner.as_ref().clone()
}

fn items(corpus: &mut Corpus) {
    let base = alone(&once_or_twice());
    let bytes = base.bytes();
    let cut = |length: usize| bytes[..length].to_vec();
    let mut end = |name: &str, what: &str, bytes: Vec<u8>| {
        corpus.reject_bytes(&format!("format/end-{name}"), "cbor/end", bytes.len(), what, bytes.clone());
    };
    end("empty", "An empty file", vec![]);
    end("one-byte", "The file ends in the first head", cut(1));
    end("after-the-tag", "The file ends after the tag", cut(3));
    end("after-the-version", "The file ends after the magic and the version", cut(base.offset(&[2])));
    end("in-a-head", "The file ends in a head with an argument of eight bytes", [cut(base.offset(&[4, 0])), vec![0x1b, 0, 0]].concat());
    end("before-the-last-item", "The file ends before the last item of the evidence", cut(base.offset(&[6, 7])));
    end("in-the-last-item", "The last item ends behind its initial byte", base.with(&[6, 7, 1], Raw(vec![0x18])).bytes());
    let last = base.offset(&[6, 7]);
    corpus.reject_bytes(
        "format/length-one-byte-missing",
        "cbor/length",
        last,
        "The last byte is missing: the last array does not fit",
        cut(bytes.len() - 1),
    );
    let more = |more: &[u8]| [bytes.clone(), more.to_vec()].concat();
    let length = bytes.len();
    for (name, what, after) in [
        ("zero-byte", "A byte of 0 follows", vec![0]),
        ("line-feed", "A line feed follows", vec![10]),
        ("itself", "The same certificate follows", bytes.clone()),
        ("break", "The end of an array of indefinite length follows", vec![0xff]),
    ] {
        corpus.reject_bytes(&format!("format/trailing-{name}"), "cbor/trailing", length, what, more(&after));
    }
    let mut reject = |name: &str, code: &str, at: &[usize], what: &str, item: Item| {
        corpus.reject(&format!("format/{name}"), code, At(at), what, &item);
    };
    for (width, name) in [(1, "one"), (2, "two"), (4, "four"), (8, "eight")] {
        let raw = |major: u8, argument: u64| Raw(long_head(major, width, argument));
        reject(
            &format!("head-number-in-{name}"),
            "cbor/head",
            &[1],
            &format!("The version in {name} bytes behind the initial one"),
            base.with(&[1], raw(0, 1)),
        );
        let least = [0, 23, 255, 0, 65_535, 0, 0, 0, u64::from(u32::MAX)][usize::from(width)];
        let item = base.with(&[4, 1], raw(0, least));
        reject(
            &format!("head-greatest-in-{name}"),
            "cbor/head",
            &[4, 1],
            &format!("{least} is the greatest number that does not need {name} bytes"),
            item,
        );
    }
    reject(
        "head-text",
        "cbor/head",
        &[2, 0],
        "The length of a text is not in the shortest form",
        base.with(&[2, 0], Raw([long_head(3, 1, 7), b"richman".to_vec()].concat())),
    );
    reject("head-array", "cbor/head", &[6], "The length of an array is not in the shortest form", {
        let evidence = base.get(&[6]).bytes();
        base.with(&[6], Raw([long_head(4, 1, 8), evidence[1..].to_vec()].concat()))
    });
    reject("head-bytes", "cbor/head", &[5, 0], "The length of a byte string is not in the shortest form", {
        base.with(&[5], A(vec![Raw([long_head(2, 2, 32), vec![0; 32]].concat())]))
    });
    for (information, what) in [(28, "28"), (29, "29"), (30, "30"), (31, "31, an indefinite length")] {
        let item = base.with(&[4], Raw([vec![0x80 | information], vec![1, 2, 0xff]].concat()));
        reject(&format!("head-information-{information}"), "cbor/head", &[4], &format!("Additional information {what}"), item);
    }
    reject(
        "head-indefinite-text",
        "cbor/head",
        &[2, 0],
        "A text of indefinite length",
        base.with(&[2, 0], Raw(vec![0x7f, 0x67, b'r', b'i', b'c', b'h', b'm', b'a', b'n', 0xff])),
    );
    reject("head-reserved-number", "cbor/head", &[4, 0], "A number with additional information 28", base.with(&[4, 0], Raw(vec![0x1c])));
    reject("head-break", "cbor/head", &[4, 1], "A break", base.with(&[4, 1], Raw(vec![0xff])));
    // An outermost tag with a long head breaks the rule for heads, not the rule for the magic bytes.
    corpus.reject_bytes(
        "format/head-of-the-outer-tag",
        "cbor/head",
        0,
        "The outermost tag in four bytes",
        [long_head(6, 4, 55_799), bytes[3..].to_vec()].concat(),
    );
    let mut reject = |name: &str, code: &str, at: &[usize], what: &str, item: Item| {
        corpus.reject(&format!("format/{name}"), code, At(at), what, &item);
    };
    for (name, what, raw) in [
        ("map", "A map", vec![0xa0]),
        ("map-with-a-long-head", "A map whose length is not in the shortest form: type before head", vec![0xb8, 1]),
        ("false", "A boolean", vec![0xf4]),
        ("null", "Null", vec![0xf6]),
        ("undefined", "Undefined", vec![0xf7]),
        ("simple-value", "A simple value of two bytes", vec![0xf8, 0xff]),
        ("float", "A float of 64 bits", vec![0xfb, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0]),
        ("half-float", "A float of 16 bits, 1.0", vec![0xf9, 0x3c, 0]),
        ("negative", "A negative integer", vec![0x20]),
        ("text", "A text", vec![0x61, b'1']),
        ("byte-string", "A byte string", vec![0x41, 1]),
        ("array", "An array", vec![0x81, 1]),
        ("date", "A tag for a date", vec![0xc1, 1]),
        ("bignum", "A bignum, where a number of 64 bits is asked for", vec![0xc2, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    ] {
        reject(&format!("type-{name}"), "cbor/type", &[4, 1], &format!("{what} in the place of a number"), base.with(&[4, 1], Raw(raw)));
    }
    reject("type-number-for-text", "cbor/type", &[2, 0], "A number in the place of a text", base.set(&[2, 0], 7));
    reject("type-bytes-for-text", "cbor/type", &[2, 0], "A byte string in the place of a text", base.with(&[2, 0], B(b"richman".to_vec())));
    reject("type-text-for-array", "cbor/type", &[6], "A text in the place of the evidence", base.with(&[6], t("evidence")));
    reject("type-parameters-missing", "cbor/type", &[3], "The game has two items", base.without(&[3, 2]));
    reject("type-kind-of-three", "cbor/type", &[2], "The kind has three items", base.insert(&[2, 2], U(1)));
    reject("type-claim-of-one", "cbor/type", &[4], "The claim has one item", base.without(&[4, 1]));
    reject("type-claim-of-three", "cbor/type", &[4], "The claim has three items", base.insert(&[4, 2], U(1)));
    reject("type-evidence-of-seven", "cbor/type", &[6], "The evidence has seven items", base.without(&[6, 7]));
    reject("type-evidence-of-eleven", "cbor/type", &[6], "The evidence of two functions, where one is claimed", {
        base.edit(&[6], |evidence| {
            if let A(items) = evidence {
                items.extend([column(&[]), column(&[]), column(&[])])
            }
        })
    });
    reject("type-self-described-inside", "cbor/type", &[6], "The tag for self-described CBOR inside", {
        let evidence = base.get(&[6]).clone();
        base.with(&[6], Tag(55_799, Box::new(evidence)))
    });
    reject("type-rational", "cbor/type", &[6, 2, 1], "A rational in the place of a numerator", {
        base.with(&[6, 2, 1], Tag(30, Box::new(column(&[1, 2]))))
    });
    reject("type-negative-bignum", "cbor/type", &[6, 2, 1], "A negative bignum in the place of a numerator", {
        base.with(&[6, 2, 1], Raw([vec![0xc3], B(vec![1; 9]).bytes()].concat()))
    });
    reject("type-digest-of-31-bytes", "cbor/type", &[5, 0], "A digest of 31 bytes", base.with(&[5], A(vec![B(vec![0; 31])])));
    reject("type-digest-of-33-bytes", "cbor/type", &[5, 0], "A digest of 33 bytes", base.with(&[5], A(vec![B(vec![0; 33])])));
    reject("type-digest-as-text", "cbor/type", &[5, 0], "A digest in hexadecimal digits", base.with(&[5], A(vec![t(&"0".repeat(64))])));
    for (name, what, raw) in [
        ("array-one-too-long", "An array that announces one item more than there are bytes", None),
        ("array-2-64", "An array that announces 2^64 - 1 items", Some([vec![0x9b], vec![0xff; 8]].concat())),
        ("array-2-32", "An array that announces 2^32 items", Some(vec![0x9b, 0, 0, 0, 1, 0, 0, 0, 0])),
    ] {
        let at = [6, 7];
        let short = base.with(&at, Raw(raw.unwrap_or_else(|| head(4, 1))));
        reject(&format!("length-{name}"), "cbor/length", &at, what, short);
    }
    reject(
        "length-text",
        "cbor/length",
        &[2, 0],
        "A text that is longer than the file",
        base.with(&[2, 0], Raw([head(3, 1 << 20), b"richman".to_vec()].concat())),
    );
    reject("length-bytes", "cbor/length", &[5, 0], "A byte string of 2^63 bytes", base.with(&[5], A(vec![Raw(head(2, 1 << 63))])));
    let last = alone(&once_or_twice()).without(&[6, 7]);
    reject("length-evidence", "cbor/length", &[6], "The evidence announces 2^31 items", {
        let evidence = last.get(&[6]).bytes();
        last.with(&[6], Raw([head(4, 1 << 31), evidence[1..].to_vec()].concat()))
    });
    // Bignums: the numerators of sudden death with 64 moves go up to 2^64 - 1, and the last denominator is 2^64.
    let large = alone(&sudden_death(0, 64));
    let at = [6, 0, 64];
    let bignum = |bytes: Vec<u8>| Tag(2, Box::new(B(bytes)));
    let power = |zeros: usize| [vec![1], vec![0; zeros]].concat();
    assert_eq!(large.get(&at), &bignum(power(8)));
    reject(
        "bignum-of-eight-bytes",
        "cbor/bignum",
        &[6, 0, 63],
        "2^63 as a bignum",
        large.with(&[6, 0, 63], bignum([vec![0x80], vec![0; 7]].concat())),
    );
    reject("bignum-of-no-bytes", "cbor/bignum", &[6, 2, 0], "0 as a bignum", large.with(&[6, 2, 0], bignum(vec![])));
    reject("bignum-of-one-byte", "cbor/bignum", &[6, 0, 0], "1 as a bignum", large.with(&[6, 0, 0], bignum(vec![1])));
    reject(
        "bignum-leading-zero",
        "cbor/bignum",
        &at,
        "A bignum with a leading byte of 0",
        large.with(&at, bignum([vec![0], power(8)].concat())),
    );
    reject("bignum-nine-zeros", "cbor/bignum", &at, "A bignum of nine bytes of 0", large.with(&at, bignum(vec![0; 9])));
    corpus.reject_bytes(
        "format/bignum-as-text",
        "cbor/type",
        large.offset(&at) + 1,
        "A text in a bignum",
        large.with(&at, Raw([vec![0xc2], t("123456789").bytes()].concat())).bytes(),
    );
    corpus.reject_bytes(
        "format/bignum-in-a-bignum",
        "cbor/type",
        large.offset(&at) + 1,
        "A tag in a tag",
        large.with(&at, Raw([vec![0xc2], bignum(power(8)).bytes()].concat())).bytes(),
    );
    let mut reject = |name: &str, code: &str, at: &[usize], what: &str, item: Item| {
        corpus.reject(&format!("format/{name}"), code, At(at), what, &item);
    };
    for (name, what, bytes) in [
        ("lone-continuation", "A continuation byte alone", vec![0x80]),
        ("cut-off", "A letter of two bytes that is cut off", vec![b'a', 0xc3]),
        ("overlong", "A slash in two bytes", vec![0xc0, 0xaf]),
        ("surrogate", "Half of a surrogate pair", vec![0xed, 0xa0, 0x80]),
        ("beyond-unicode", "A character beyond U+10FFFF", vec![0xf4, 0x90, 0x80, 0x80]),
        ("latin-1", "A letter in Latin-1", vec![b'G', b'r', 0xf6, 0xdf, b'e']),
    ] {
        let item = base.with(&[3, 2, 0], Raw([head(3, bytes.len() as u64), bytes].concat()));
        reject(&format!("text-{name}"), "cbor/text", &[3, 2, 0], what, item);
    }
    reject("text-in-the-kind", "cbor/text", &[2, 0], "The kind's name is not UTF-8", base.with(&[2, 0], Raw(vec![0x61, 0xff])));
    let nested = |depth: usize| Raw([vec![0x81; depth], vec![0]].concat());
    reject("nested-claim", "cbor/type", &[4, 0], "10,000 arrays inside one another in the place of the claim's first number", {
        base.with(&[4], A(vec![nested(10_000), U(1)]))
    });
    corpus.reject_bytes(
        "format/nested-alone",
        "envelope/magic",
        0,
        "100,000 arrays inside one another and nothing else",
        vec![0x81; 100_000],
    );
    corpus.reject_bytes(
        "format/tags-alone",
        "envelope/magic",
        0,
        "1,000 tags for self-described CBOR inside one another",
        [0xd9, 0xd9, 0xf7].repeat(1_000),
    );
    corpus.accept("format/self-described-once", "A certificate like any other: tag, magic, version", &base);
}

fn envelope(corpus: &mut Corpus) {
    let base = alone(&once_or_twice());
    let magic = |corpus: &mut Corpus, name: &str, what: &str, bytes: Vec<u8>| {
        corpus.reject_bytes(&format!("format/magic-{name}"), "envelope/magic", 0, what, bytes);
    };
    magic(corpus, "no-tag", "The array without the tag around it", inner(&base).bytes());
    magic(corpus, "other-tag", "Another tag", Tag(55_798, Box::new(inner(&base))).bytes());
    magic(corpus, "six-items", "An array of six items", base.without(&[6]).bytes());
    magic(corpus, "eight-items", "An array of eight items", base.insert(&[7], U(0)).bytes());
    magic(corpus, "other-text", "Another text", base.with(&[0], t("GAMECERT")).bytes());
    magic(corpus, "empty-text", "An empty text", base.with(&[0], t("")).bytes());
    magic(corpus, "bytes", "A byte string in the place of the text", base.with(&[0], B(b"gamecert".to_vec())).bytes());
    magic(corpus, "text-file", "A file of text: JSON", b"{\"title\": \"a game\"}".to_vec());
    magic(corpus, "number", "A file of one number", vec![0]);
    let long = t(&"\u{1b}[2Jno".repeat(400));
    magic(
        corpus,
        "long-and-with-controls",
        "A long text with control characters in the place of the magic",
        base.with(&[0], long.clone()).bytes(),
    );
    for (kind, game) in [
        ("richman", subtraction()),
        ("chips", losing_chess()),
        ("scoring", chess()),
        ("losing", chess()),
        ("helpmate", losing_chess()),
        ("unwinnable", tug(1).item),
        ("batch", subtraction()),
        ("scoring", tug(1).item),
        ("losing", subtraction()),
    ] {
        let A(items) = &game else { panic!() };
        let super::item::T(rules) = &items[0] else { panic!() };
        let name = format!("format/pairing-{kind}-{rules}");
        let item = certificate(kind, game.clone(), A(vec![]), &[], A(vec![]));
        corpus.reject(&name, "envelope/pairing", At(&[3, 0]), &format!("The kind {kind} does not apply to {rules}"), &item);
    }
    let mut undecided = |name: &str, code: &str, at: &[usize], what: &str, item: Item| {
        corpus.undecided(&format!("format/{name}"), code, At(at), "-", what, &item);
    };
    for version in [0, 2, u64::MAX] {
        undecided(
            &format!("version-{version}"),
            "envelope/version",
            &[1],
            &format!("Version {version} of the format"),
            base.set(&[1], version),
        );
    }
    undecided("version-2-of-another-form", "envelope/version", &[1], "Version 2 of the format, with other items behind it", {
        Tag(55_799, Box::new(A(vec![t("gamecert"), U(2), Raw(vec![0xf6]), Raw(vec![0xa0]), t(""), U(1), U(2)])))
    });
    undecided("unknown-kind", "envelope/kind", &[2, 0], "A kind that no page knows", base.with(&[2, 0], t("thermograph")));
    undecided("kind-in-capitals", "envelope/kind", &[2, 0], "A kind in capitals", base.with(&[2, 0], t("Richman")));
    undecided("kind-without-a-name", "envelope/kind", &[2, 0], "A kind whose name is empty", base.with(&[2, 0], t("")));
    undecided(
        "kind-that-counterfeits-a-line",
        "envelope/kind",
        &[2, 0],
        "A kind whose name has a line feed and a verdict in it",
        base.with(&[2, 0], t("x\ns VERIFIED y")),
    );
    undecided("kind-version-0", "envelope/kind", &[2, 0], "Version 0 of a kind", base.set(&[2, 1], 0));
    undecided("kind-version-3", "envelope/kind", &[2, 0], "Version 3 of a kind", base.set(&[2, 1], 3));
    undecided("kind-version-2-64", "envelope/kind", &[2, 0], "The greatest version of a kind", base.set(&[2, 1], u64::MAX));
    undecided("unknown-rules", "envelope/game", &[3, 0], "A rule set that no page knows", base.with(&[3, 0], t("draughts")));
    undecided(
        "long-name-of-rules",
        "envelope/game",
        &[3, 0],
        "A rule set with a name of 20,000 letters",
        base.with(&[3, 0], t(&"g".repeat(20_000))),
    );
    undecided(
        "rules-right-to-left",
        "envelope/game",
        &[3, 0],
        "A rule set whose name turns the direction of writing",
        base.with(&[3, 0], t("\u{202e}hparg")),
    );
    undecided("rules-version-2", "envelope/game", &[3, 0], "Version 2 of a rule set", base.set(&[3, 1], 2));
    undecided("rules-version-0", "envelope/game", &[3, 0], "Version 0 of a rule set", base.set(&[3, 1], 0));
    undecided(
        "unknown-rules-of-another-form",
        "envelope/game",
        &[3, 0],
        "A rule set that no page knows, with parameters of its own form",
        base.with(&[3], A(vec![t("draughts"), U(1), A(vec![Raw(vec![0xf6])])])),
    );
}

fn subtraction() -> Item {
    A(vec![t("subtraction"), U(1), A(vec![column(&[1])])])
}

fn losing_chess() -> Item {
    A(vec![t("losing-chess"), U(1), A(vec![t("joint")])])
}

fn chess() -> Item {
    A(vec![t("chess"), U(1), A(vec![])])
}

fn citations(corpus: &mut Corpus) {
    let base = alone(&a_draw());
    let kings_ending = Ending::new(2, 2, "KK");
    let (kings_game, queen_game) = (kings_ending.game(&[]), Ending::new(2, 2, "KQK").game(&[&kings_ending]));
    let kings_solved = solve(&kings_game, &[]);
    let queen_solved = solve(&queen_game, &[&kings_solved]);
    let kings = emit(&kings_game, &kings_solved, &[], &[]);
    let queen = emit(&queen_game, &queen_solved, &[&kings_solved], &[&kings]);
    let citing = |cited: &Item| queen.with(&[5, 0], B(digest(cited)));
    let place = || Is("citation 0".to_owned());
    let mut reject = |name: &str, code: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("format/{name}"), code, place, what, &item);
    };
    reject(
        "citation-too-many",
        "citation/count",
        At(&[5]),
        "A citation of a game that cites nothing",
        base.insert(&[5, 0], B(digest(&kings))),
    );
    reject("citation-missing-from-the-list", "citation/count", At(&[5]), "No citation, where there is one to be", queen.without(&[5, 0]));
    reject("citation-twice", "citation/count", At(&[5]), "The same citation twice", queen.insert(&[5, 0], B(digest(&kings))));
    // The cited certificate exists, but it is about another game or of another kind than the citing file requires.
    let third = emit(&Ending::new(2, 3, "KK").game(&[]), &solve(&Ending::new(2, 3, "KK").game(&[]), &[]), &[], &[]);
    let chips = certificate("chips", kings_game.item.clone(), A(vec![]), &[], A(vec![]));
    reject(
        "cited-chips",
        "cbor/type",
        At(&[4]),
        "A file of kind chips with nothing in it (cited by citation-of-another-kind.cbor)",
        chips.clone(),
    );
    reject(
        "citation-of-another-kind",
        "citation/game",
        place(),
        "The cited file is of another kind; that it is rejected itself is not reached",
        citing(&chips),
    );
    corpus.accept("format/cited-kings", "Bare kings on 2x2, cited by files of this folder", &kings);
    corpus.accept("format/citing-kings", "King and queen against king, resting on cited-kings.cbor", &queen);
    corpus.accept("format/cited-other-board", "Bare kings on 2x3, cited by files that ask for another board", &third);
    let mut reject = |name: &str, code: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("format/{name}"), code, place, what, &item);
    };
    reject("citation-of-another-board", "citation/game", place(), "The cited file is about another board", citing(&third));
    reject("citation-of-another-game", "citation/game", place(), "The cited file is about a stored game", citing(&base));
    reject("citation-of-another-material", "citation/game", place(), "The cited file is about the citing material itself", citing(&queen));
    let cut = B(gamecert_checker::digest(&kings.bytes()[..40]).to_vec());
    let cut_kings = kings.bytes()[..40].to_vec();
    corpus.reject_bytes(
        "format/cited-cut-off",
        "cbor/end",
        40,
        "Bare kings, cut off (cited by citation-of-a-file-that-is-cut-off.cbor)",
        cut_kings,
    );
    let mut reject = |name: &str, code: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("format/{name}"), code, place, what, &item);
    };
    reject("citation-of-a-file-that-is-cut-off", "citation/rejected", place(), "The cited file is cut off", queen.with(&[5, 0], cut));
    // These files are wrong in the second of two citations.
    let table = Ending::new(2, 2, "KBKN");
    let names = table.cited();
    let endings: Vec<Ending> = names.iter().map(|name| Ending::new(2, 2, name)).collect();
    let games: Vec<_> = endings.iter().map(|ending| ending.game(&[&kings_ending])).collect();
    let solved: Vec<_> = games.iter().map(|game| solve(game, &[&kings_solved])).collect();
    let cited: Vec<Item> = games.iter().zip(&solved).map(|(game, solved)| emit(game, solved, &[&kings_solved], &[&kings])).collect();
    let game = table.game(&endings.iter().collect::<Vec<_>>());
    let solutions: Vec<_> = solved.iter().collect();
    let both = emit(&game, &solve(&game, &solutions), &solutions, &cited.iter().collect::<Vec<_>>());
    corpus.accept("format/citing-two", "King and bishop against king and knight, with colours exchanged in one of two citations", &both);
    for (item, name) in cited.iter().zip(&names) {
        corpus.accept(&format!("format/cited-{}", name.to_lowercase()), &format!("{name} on 2x2, cited by citing-two.cbor"), item);
    }
    let swapped = both.with(&[5], A(vec![B(digest(&cited[1])), B(digest(&cited[0]))]));
    corpus.reject("format/citations-in-another-order", "citation/game", place(), "Two citations in the wrong order", &swapped);
    let wrong = cited[1].set(&[6, 6, 0], 9);
    corpus.reject(
        "format/cited-wrong",
        "richman/choice_range",
        Is(games[1].class(0)),
        "A choice that is none (cited by second-citation-rejected.cbor)",
        &wrong,
    );
    corpus.reject(
        "format/second-citation-rejected",
        "citation/rejected",
        Is("citation 1".to_owned()),
        "The second of two cited files is rejected",
        &{ both.with(&[5, 1], B(digest(&wrong))) },
    );
    let rests_on_wrong = cited[0].with(&[5, 0], B(digest(&kings.set(&[6, 4, 0], 9))));
    corpus.reject(
        "format/deep-bottom",
        "richman/label_white_large",
        Is(kings_game.class(0)),
        "Bare kings with a wrong label (rested on by deep-top.cbor)",
        &kings.set(&[6, 4, 0], 9),
    );
    corpus.reject("format/deep-middle", "citation/rejected", place(), "Rests on deep-bottom.cbor", &rests_on_wrong);
    corpus.reject("format/deep-top", "citation/rejected", place(), "Rests on deep-middle.cbor, which rests on a rejected file", &{
        both.with(&[5, 0], B(digest(&rests_on_wrong)))
    });
    let mut undecided = |name: &str, code: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.undecided(&format!("format/{name}"), code, place, "-", what, &item);
    };
    undecided("citation-missing", "citation/missing", place(), "The cited file is nowhere", queen.with(&[5, 0], B(vec![7; 32])));
    undecided(
        "second-citation-missing",
        "citation/missing",
        Is("citation 1".to_owned()),
        "The second of two cited files is nowhere",
        both.with(&[5, 1], B(vec![7; 32])),
    );
    let middle = cited[0].with(&[5, 0], B(vec![9; 32]));
    undecided("undecided-middle", "citation/missing", place(), "Rests on a file that is nowhere", middle.clone());
    undecided(
        "undecided-top",
        "citation/undecided",
        place(),
        "Rests on undecided-middle.cbor, which rests on a file that is nowhere",
        both.with(&[5, 0], B(digest(&middle))),
    );
    let future = kings.set(&[2, 1], 3);
    undecided("future-kings", "envelope/kind", At(&[2, 0]), "Bare kings in version 3 of the kind", future.clone());
    undecided("citation-of-a-future-file", "citation/undecided", place(), "Rests on future-kings.cbor", citing(&future));
    let future = kings.set(&[1], 2);
    undecided("future-format", "envelope/version", At(&[1]), "Bare kings in version 2 of the format", future.clone());
    undecided("citation-of-a-future-format", "citation/undecided", place(), "Rests on future-format.cbor", citing(&future));
}

fn resources(corpus: &mut Corpus) {
    let base = alone(&once_or_twice());
    let mut undecided = |name: &str, code: &str, options: &str, what: &str, item: &Item| {
        corpus.undecided(&format!("format/{name}"), code, Byte(0), options, what, item);
    };
    undecided("memory-1k", "resources/memory", "--memory 1K", "A small file where hardly any memory is allowed", &base);
    undecided(
        "memory-2m",
        "resources/memory",
        "--memory 2M",
        "A small file where just less memory is allowed than its bound is",
        &alone(&a_draw()),
    );
    undecided("work-1", "resources/allowance", "--work 1", "A small file where one step is allowed", &alone(&tug(2)));
    let too_small = |name: &str, what: &str, width: u64, height: u64, material: &str| {
        let game = A(vec![t("bidding-chess"), U(1), A(vec![U(width), U(height), t(material)])]);
        (format!("format/size-{name}"), what.to_owned(), base.with(&[3], game).set(&[4, 1], 2))
    };
    for (name, what, item) in [
        too_small("six-pieces", "Six pieces on 9x9, of which a small file cannot be about", 9, 9, "KQRKQR"),
        too_small("six-pieces-8x8", "Six pieces on 8x8", 8, 8, "KBBKNN"),
        too_small("five-pieces", "Five pieces on 6x6", 6, 6, "KQQKQ"),
    ] {
        corpus.reject(&name, "resources/size", Byte(0), &what, &item);
    }
}
