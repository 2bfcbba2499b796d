// `import YokeFoundation` is all that a program with Foundation needs.
@_exported import Yoke
