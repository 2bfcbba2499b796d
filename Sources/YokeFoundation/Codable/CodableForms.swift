import Foundation
import Yoke

/// Swift or Foundation declares the type, and Yoke gives it a mapping. YokeDecoder and YokeEncoder do not use this mapping, even if they
/// prefer mappings. So a strategy for dates also applies to the elements of a `Set<Date>`.
protocol KeepsCodableForm {}

extension Set: KeepsCodableForm {}
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
