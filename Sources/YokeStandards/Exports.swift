// Importing YokeStandards imports Yoke too. So a program that uses the standards needs only this import.
@_exported import Yoke
