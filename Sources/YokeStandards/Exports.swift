// Importing YokeStandards imports Yoke too. So a program that uses the standards needs one import.
@_exported import Yoke
