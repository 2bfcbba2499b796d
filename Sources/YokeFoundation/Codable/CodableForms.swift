import Foundation
import Yoke

/// A type of Swift or Foundation to which Yoke gives a mapping. YokeDecoder and YokeEncoder do not use this mapping, even if
/// `prefersMapping` is true. So a decoder's strategy for dates also applies to the elements of a `Set<Date>`.
protocol KeepsCodableForm {}

extension Set: KeepsCodableForm {}
extension JSONBox: KeepsCodableForm {}
extension Dictionary: KeepsCodableForm {}
extension UUID: KeepsCodableForm {}
extension CGFloat: KeepsCodableForm {}
extension CGPoint: KeepsCodableForm {}
extension CGSize: KeepsCodableForm {}
extension CGRect: KeepsCodableForm {}
extension TimeZone: KeepsCodableForm {}
extension Locale: KeepsCodableForm {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: KeepsCodableForm {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: KeepsCodableForm {}
