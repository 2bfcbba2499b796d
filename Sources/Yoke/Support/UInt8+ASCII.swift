extension UInt8 {
    /// True for the white space of JSON: space, tab, line feed and carriage return.
    @inlinable package var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
    @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }
    @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
}
