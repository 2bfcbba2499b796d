// Importing YokeArchives imports Yoke too, so that a program needs no `import Yoke`.
@_exported import Yoke
