import Yoke

/// Arrays with any number of small objects. They show if the time for each byte stays the same when the number of objects grows, as it
/// must.
public enum Records {
    /// A text of about `bytes` bytes.
    public static func text(bytes: Int) -> [UInt8] {
        var random = SeededRandom(seed: 0x5245_434f)
        // A thousand different objects, repeated: fast to generate, and too many for the branch predictor to learn.
        let records = (0..<1000).map { _ -> [UInt8] in
            let id = random.digits(Int.random(in: 1...12, using: &random)), name = random.letters(1...30, japanese: 5)
            return Array(#"{"id":\#(id),"name":"\#(name)","ok":\#(random.isTrue(in: 50))}"#.utf8)
        }
        var text: [UInt8] = []
        text.reserveCapacity(bytes + 200)
        text.append(UInt8(ascii: "["))
        var count = 0
        repeat {
            if count > 0 { text.append(UInt8(ascii: ",")) }
            text += records[count % records.count]
            count += 1
        } while text.count < bytes
        text.append(UInt8(ascii: "]"))
        return text
    }
}
