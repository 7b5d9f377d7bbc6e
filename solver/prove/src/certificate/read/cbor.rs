//! Reads the CBOR items that the module `emit::cbor` writes.

use minicbor::Decoder;

/// Reads CBOR items one after another. Each method returns `None` if the next item is not of the type that the method
/// reads. The reader also accepts CBOR encodings that [`Writer`](crate::certificate::emit::cbor::Writer) never writes.
pub struct Reader<'a> {
    decoder: Decoder<'a>,
}

impl<'a> Reader<'a> {
    /// Creates a reader at the first byte.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { decoder: Decoder::new(bytes) }
    }

    /// Reads a tag. After this call, the caller reads the tagged item.
    pub fn tag(&mut self) -> Option<u64> {
        self.decoder.tag().ok().map(|tag| tag.as_u64())
    }

    /// Reads the length of an array. After this call, the caller reads the items of the array.
    pub fn array(&mut self) -> Option<usize> {
        usize::try_from(self.decoder.array().ok()??).ok()
    }

    /// Reads an unsigned integer.
    pub fn unsigned(&mut self) -> Option<u64> {
        self.decoder.u64().ok()
    }

    /// Reads a byte string.
    pub fn bytes(&mut self) -> Option<Vec<u8>> {
        self.decoder.bytes().ok().map(<[u8]>::to_vec)
    }

    /// Reads a text string.
    pub fn text(&mut self) -> Option<String> {
        self.decoder.str().ok().map(str::to_owned)
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
        // The first two items are not of the requested type, and the third item's length exceeds the input.
        assert_eq!(
            (Reader::new(&[0x01]).array(), Reader::new(&[0x01]).text(), Reader::new(&[0x5a, 255, 255, 255, 255, 0]).bytes()),
            (None, None, None)
        );
    }
}
