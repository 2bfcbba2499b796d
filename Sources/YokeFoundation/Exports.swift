// A program with Foundation imports only YokeFoundation.
@_exported import Yoke
