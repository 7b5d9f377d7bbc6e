//! Reads CBOR items, the inverse of the emitters' writer.

use ciborium_io::Read;
use ciborium_ll::{Decoder, Header};

/// Reads items one after the other; `None` where another item stands than is asked for. Forms that [`Writer`](crate::certificate::emit::cbor::Writer) would not choose are not refused.
pub struct Reader<'a> {
    decoder: Decoder<&'a [u8]>,
    len: usize,
}

impl<'a> Reader<'a> {
    /// A reader of these bytes from the first on.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { decoder: Decoder::from(bytes), len: bytes.len() }
    }

    /// A tag; the tagged item follows.
    pub fn tag(&mut self) -> Option<u64> {
        if let Header::Tag(tag) = self.pull()? { Some(tag) } else { None }
    }

    /// The length of an array; its items follow.
    pub fn array(&mut self) -> Option<usize> {
        if let Header::Array(len) = self.pull()? { len } else { None }
    }

    /// An unsigned integer.
    pub fn unsigned(&mut self) -> Option<u64> {
        if let Header::Positive(n) = self.pull()? { Some(n) } else { None }
    }

    /// A byte string.
    pub fn bytes(&mut self) -> Option<Vec<u8>> {
        let Header::Bytes(Some(len)) = self.pull()? else { return None };
        self.take(len)
    }

    /// A text string.
    pub fn text(&mut self) -> Option<String> {
        let Header::Text(Some(len)) = self.pull()? else { return None };
        String::from_utf8(self.take(len)?).ok()
    }

    fn pull(&mut self) -> Option<Header> {
        self.decoder.pull().ok()
    }

    fn take(&mut self, len: usize) -> Option<Vec<u8>> {
        // No memory for more than there is.
        let rest = self.len.saturating_sub(self.decoder.offset());
        let mut bytes = vec![0; if len <= rest { len } else { return None }];
        self.decoder.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::Reader;
    use crate::certificate::emit::cbor::Writer;

    #[test]
    fn items_come_back() {
        let mut writer = Writer::default();
        writer.tag(55_799);
        writer.array(3);
        writer.text("KNK");
        writer.unsigned(1_000_u16);
        writer.bytes(&[1, 2]);
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes);
        assert_eq!((reader.tag(), reader.array(), reader.text().as_deref()), (Some(55_799), Some(3), Some("KNK")));
        assert_eq!((reader.unsigned(), reader.bytes(), reader.unsigned()), (Some(1000), Some(vec![1, 2]), None));
        // Another item, and a length beyond the end.
        assert_eq!(
            (Reader::new(&[0x01]).array(), Reader::new(&[0x01]).text(), Reader::new(&[0x5a, 255, 255, 255, 255, 0]).bytes()),
            (None, None, None)
        );
    }
}
