// A program that uses archives imports only YokeArchives.
@_exported import Yoke
