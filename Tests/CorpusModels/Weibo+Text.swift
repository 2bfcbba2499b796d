extension Weibo {
    /// An invented timeline of twenty posts, the same in every run. Eight posts have pictures, and seven contain another post.
    public static let text: [UInt8] = {
        let statuses = (0..<20).map { status($0, repeats: $0 % 3 == 0) }
        let posts = statuses.joined(separator: ",")
        return Array(
            #"{"statuses":[\#(posts)],"advertises":[],"since_id":\#(id(20)),"max_id":\#(id(0)),"total_number":150,"has_unread":false,"interval":2000}"#
                .utf8)
    }()

    private static func id(_ i: Int) -> UInt64 { 3_900_000_000_000_000 + UInt64(i) * 7_777_777 }

    private static func status(_ i: Int, repeats: Bool) -> String {
        let names = i % 2 == 0 ? (0..<(i % 7)).map { "pic\(i)x\($0)" } : []
        let sentence = String(repeating: #"今天天气真好，大家一起去公园吧。🌻 @小米 [哈哈]\n"#, count: 1 + i % 4)
        let quoted = names.map { "\"\($0)\"" }.joined(separator: ",")
        let pictures = names.map { "\"\($0)\":" + picture($0) }.joined(separator: ",")
        let topics = i % 5 == 0 ? #"[{"topic_title":"话题\#(i)","topic_url":"sinaweibo:\/\/pageinfo?pageid=1"}]"# : "null"
        let place = i % 6 == 5 ? #"{"type":"Point","coordinates":[39.9\#(i),116.3\#(i)]}"# : "null"
        let other = repeats ? #","retweeted_status":\#(status(i + 100, repeats: false))"# : ""
        return #"{"id":\#(id(i)),"mid":"\#(id(i))","idstr":"\#(id(i))","created_at":"Tue Oct 13 \#(10 + i % 10):00:30 +0800 2015","#
            + #""text":"\#(sentence)http:\/\/t.example\/\#(i) #话题\#(i % 5)#","source":"<a href=\"http://app.example.com\">iPhone 6<\/a>","#
            + #""source_type":1,"favorited":\#(i % 4 == 1),"truncated":false,"in_reply_to_status_id":"","geo":\#(place),"user":\#(user(i)),"#
            + #""pic_ids":[\#(quoted)],"pic_infos":{\#(pictures)},"url_struct":[\#(link(i))],"topic_struct":\#(topics),"#
            + #""reposts_count":\#(i * 37),"comments_count":\#(i * 11),"attitudes_count":\#(i * 101),"mlevel":0,"#
            + #""visible":{"type":0,"list_id":0},"biz_feature":4294967300\#(other)}"#
    }

    private static func user(_ i: Int) -> String {
        let description = i % 3 == 2 ? "null" : "\"一个普通的人 \(i)\""
        return #"{"id":\#(id(i * 3)),"class":1,"screen_name":"用户_\#(i)","province":"11","city":"5","location":"北京 朝阳区","#
            + #""description":\#(description),"url":"","profile_image_url":"http:\/\/img.example.com\/50\/\#(i)\/0","gender":"\#(i % 2 == 0 ? "m" : "f")","#
            + #""followers_count":\#(i * 991),"friends_count":\#(i * 13),"statuses_count":\#(i * 217),"created_at":"Fri Aug 28 00:00:00 +0800 2009","#
            + #""following":true,"allow_all_act_msg":false,"geo_enabled":true,"verified":\#(i % 4 == 0),"verified_type":\#(i % 4 == 0 ? 0 : -1),"#
            + #""online_status":\#(i % 2),"mbrank":3}"#
    }

    private static func picture(_ name: String) -> String {
        func size(_ kind: String, _ width: Int) -> String {
            #""\#(kind)":{"url":"http:\/\/ww1.example.com\/\#(kind)\/\#(name).jpg","width":\#(width),"height":\#(width * 3 / 4),"cut_type":1,"type":"JPEG"}"#
        }
        return
            #"{\#(size("thumbnail", 180)),\#(size("bmiddle", 440)),\#(size("original", 2048)),"object_id":"1042018:1","pic_id":"\#(name)","#
            + #""photo_tag":0,"type":"pic","keep_size":true}"#
    }

    private static func link(_ i: Int) -> String {
        #"{"short_url":"http:\/\/t.example\/\#(i)","ori_url":"http:\/\/video.example.com\/v\/\#(i).html","url_title":"视频链接","url_type":39,"#
            + #""position":1,"result":true}"#
    }
}
