import CForeign
import CorpusModels
import Workloads
import Yoke

/// A model that contenders in other languages have too.
public protocol ForeignModel {
    /// Number of the model in foreign.h.
    static var foreignModel: Int32 { get }
}

extension Twitter.SearchResult: ForeignModel {
    public static var foreignModel: Int32 { Int32(FOREIGN_TWITTER.rawValue) }
}

extension Citm.Catalog: ForeignModel {
    public static var foreignModel: Int32 { Int32(FOREIGN_CITM.rawValue) }
}

extension GeoJSON.FeatureCollection: ForeignModel {
    public static var foreignModel: Int32 { Int32(FOREIGN_CANADA.rawValue) }
}

extension Small.Account: ForeignModel {
    public static var foreignModel: Int32 { Int32(FOREIGN_ACCOUNT.rawValue) }
}

extension Twitter.Status: ForeignModel {
    public static var foreignModel: Int32 { Int32(FOREIGN_STATUS.rawValue) }
}

extension Headline: ForeignModel {
    public static var foreignModel: Int32 { Int32(FOREIGN_HEADLINE.rawValue) }
}

extension JSONValue: ForeignModel {
    public static var foreignModel: Int32 { Int32(FOREIGN_DOCUMENT.rawValue) }
}
