//! Tests that the reader accepts valid encodings, refuses invalid ones with the right clause, and does not crash on
//! hostile ones.

use super::Reader;
use super::natural::Natural;
use crate::core::refusal::Place;

/// Decodes hexadecimal digits, ignoring spaces.
fn bytes(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).unwrap()).collect()
}

/// Reads one item, with all nested items, and checks that the file ends after the item. The first byte of each item
/// determines which method of the reader reads the item.
fn walk(file: &[u8]) -> Result<(), crate::Refusal> {
    fn item(reader: &mut Reader<'_>, depth: u32) -> Result<(), crate::Refusal> {
        let first = reader.bytes.get(reader.at).copied().unwrap_or(0);
        match first >> 5 {
            0 => reader.natural().map(|_| ()),
            2 => reader.byte_string().map(|_| ()),
            3 => reader.text().map(|_| ()),
            4 if depth < 6 => {
                let length = reader.array()?;
                (0..length).try_for_each(|_| item(reader, depth + 1))
            }
            6 if first == 0xd9 && depth == 0 => {
                reader.tag(super::TAG_SELF_DESCRIBED)?;
                item(reader, depth + 1)
            }
            6 => reader.natural().map(|_| ()),
            _ => reader.unsigned().map(|_| ()),
        }
    }
    let mut reader = Reader::new(file);
    item(&mut reader, 0)?;
    reader.trailing()
}

#[test]
fn pass() {
    // The examples of RFC 8949, appendix A, that the format can contain, followed by further boundary cases.
    let table = [
        "00",
        "01",
        "0a",
        "17",
        "1818",
        "1819",
        "1864",
        "1903e8",
        "1a000f4240",
        "1b000000e8d4a51000",
        "1bffffffffffffffff",
        "c249010000000000000000",
        "40",
        "4401020304",
        "60",
        "6161",
        "6449455446",
        "62225c",
        "62c3bc",
        "63e6b0b4",
        "64f0908591",
        "80",
        "83010203",
        "8301820203820405",
        "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
        "d9d9f700",
        "18ff",
        "190100",
        "19ffff",
        "1a00010000",
        "1affffffff",
        "1b0000000100000000",
    ];
    for digits in table {
        assert_eq!(walk(&bytes(digits)), Ok(()), "{digits}");
    }
}

#[test]
fn fail() {
    // Columns: the defect, the bytes of the file, the clause, and the byte offset in the refusal.
    let table = [
        ("An empty file", "", "end", 0),
        ("A head without its argument", "18", "end", 1),
        ("Half an argument", "1b00000001", "end", 5),
        ("An array that lacks an item", "8201", "length", 0),
        ("An array whose last item lacks its argument", "820118", "end", 3),
        ("A byte more", "0000", "trailing", 1),
        ("A number in one byte too many", "1817", "head", 0),
        ("A number in two bytes too many", "1900ff", "head", 0),
        ("A number in four bytes for two", "1a0000ffff", "head", 0),
        ("A number in eight bytes for four", "1b00000000ffffffff", "head", 0),
        ("A long length of a short string", "5801ff", "head", 0),
        ("A long length of a short array", "980100", "head", 0),
        ("A long head of tag 2", "d802490100000000000000ff", "head", 0),
        ("Additional information 28", "1c", "head", 0),
        ("Additional information 30 of a tag", "de", "head", 0),
        ("An indefinite byte string", "5f42010243030405ff", "head", 0),
        ("An indefinite text string", "7f657374726561646d696e67ff", "head", 0),
        ("An indefinite array", "9fff", "head", 0),
        ("An indefinite map", "bf61610161629f0203ffff", "head", 0),
        ("A break alone", "ff", "head", 0),
        ("A map", "a0", "type", 0),
        ("A map with entries", "a201020304", "type", 0),
        ("False", "f4", "type", 0),
        ("Null", "f6", "type", 0),
        ("Undefined", "f7", "type", 0),
        ("A simple value of two bytes", "f8ff", "type", 0),
        ("A half float", "f90000", "type", 0),
        ("A single float", "fa47c35000", "type", 0),
        ("A double float", "fb3ff199999999999a", "type", 0),
        ("A negative number, which has no place", "20", "type", 0),
        ("A negative bignum, which has no place", "c349010000000000000000", "type", 0),
        ("A date", "c074323031332d30332d32315432303a30343a30305a", "type", 0),
        ("A byte string in base 16", "d74401020304", "type", 0),
        ("A float in an array", "8201f93c00", "type", 2),
        ("A bignum that fits 64 bits", "c248ffffffffffffffff", "bignum", 0),
        ("An empty bignum", "c240", "bignum", 0),
        ("A bignum with a leading zero", "c24900ffffffffffffffff", "bignum", 0),
        ("A bignum of text", "c26161", "type", 1),
        ("A byte string longer than the file", "4401", "length", 0),
        ("A text string longer than the file", "6461", "length", 0),
        ("A text string of Latin 1", "61fc", "text", 0),
        ("A text string with a surrogate", "63eda080", "text", 0),
    ];
    for (title, digits, clause, byte) in table {
        let refusal = walk(&bytes(digits)).expect_err(title);
        assert_eq!((refusal.group, refusal.clause, refusal.place), ("cbor", clause, Place::Byte(byte)), "{title}: {digits}");
    }
}

#[test]
fn must_not_crash() {
    let claims = ["1b", "5b", "7b", "9b", "bb", "db", "fb", "d9d9f79b", "c25b", "829b"];
    let lengths = ["1000000000000000", "ffffffffffffffff", "7fffffffffffffff", "8000000000000000", "0000000100000000"];
    for (claim, length) in claims.iter().flat_map(|claim| lengths.map(|length| (claim, length))) {
        let _ = walk(&bytes(&format!("{claim}{length}")));
        let _ = walk(&bytes(&format!("{claim}{length}00")));
    }
    // Each file consists of 100,000 heads, each nested in the one before.
    for byte in ["81", "c2", "d9d9f7", "d81e", "c0"] {
        let _ = walk(&bytes(&byte.repeat(100_000)));
        assert!(crate::verify(&bytes(&byte.repeat(100_000)), &mut crate::NoSource).is_err());
    }
    // The loops read all files of one or two bytes.
    for first in 0..=255 {
        let _ = walk(&[first]);
        for second in 0..=255 {
            let _ = walk(&[first, second]);
        }
    }
}

#[test]
fn numbers_come_out_as_they_went_in() {
    let file = bytes("c249010000000000000000 1903e8 00");
    let mut reader = Reader::new(&file);
    assert_eq!(reader.natural(), Ok(Natural::Big(&[1, 0, 0, 0, 0, 0, 0, 0, 0])));
    assert_eq!(reader.place(), Place::Byte(11));
    assert_eq!(reader.natural(), Ok(Natural::Small(1000)));
    assert_eq!(reader.unsigned(), Ok(0));
    assert_eq!(reader.trailing(), Ok(()));
}

#[test]
fn types_by_name() {
    let sentence = |read: fn(&mut Reader<'_>) -> Result<(), crate::Refusal>, digits: &str| {
        let file = bytes(digits);
        read(&mut Reader::new(&file)).unwrap_err().sentence
    };
    let unsigned = |digits| sentence(|reader| reader.unsigned().map(|_| ()), digits);
    let table = [
        (unsigned("20"), "expected an unsigned integer, found a negative integer"),
        (unsigned("41ff"), "expected an unsigned integer, found a byte string"),
        (unsigned("6161"), "expected an unsigned integer, found a text string"),
        (unsigned("80"), "expected an unsigned integer, found an array"),
        (unsigned("c240"), "expected an unsigned integer, found a tag"),
        (unsigned("a0"), "a map has no place in the format"),
        (unsigned("f4"), "a simple value or a float has no place in the format"),
        (sentence(|reader| reader.byte_string().map(|_| ()), "00"), "expected a byte string, found an unsigned integer"),
        (sentence(|reader| reader.text().map(|_| ()), "00"), "expected a text string, found an unsigned integer"),
        (sentence(|reader| reader.array().map(|_| ()), "00"), "expected an array, found an unsigned integer"),
        (sentence(|reader| reader.tag(super::TAG_SELF_DESCRIBED), "00"), "expected a tag, found an unsigned integer"),
    ];
    for (found, expected) in table {
        assert_eq!(found, expected);
    }
}
