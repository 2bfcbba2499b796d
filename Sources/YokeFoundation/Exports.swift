// Importing YokeFoundation imports Yoke too. So a program that uses Foundation needs one import.
@_exported import Yoke
