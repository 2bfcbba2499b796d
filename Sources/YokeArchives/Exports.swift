// Importing YokeArchives imports Yoke too. So a program that uses archives needs only this import.
@_exported import Yoke
