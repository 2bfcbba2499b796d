import Foundation
import Yoke

/// A type of Swift or Foundation that has a mapping. In a Codable type, its values are always coded as `Codable` says: so strategies apply
/// to the elements of a `Set<Date>` even if the coder prefers mappings.
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
