import Yoke

/// An array of small objects, as long as is wanted: what a byte costs must not depend on how many there are.
public enum Records {
    /// About so many bytes.
    public static func text(bytes: Int) -> [UInt8] {
        var random = SeededRandom(seed: 0x5245_434f)
        // A thousand different ones, again and again: made in no time, and too many to be learnt.
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
