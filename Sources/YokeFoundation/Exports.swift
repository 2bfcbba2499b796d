// Importing YokeFoundation imports Yoke too. So a program that uses Foundation needs only this import.
@_exported import Yoke
