@main
enum Main {
    static func main() {
        Platform.ignoreClosedPipes()
        Tool.main()
    }
}
