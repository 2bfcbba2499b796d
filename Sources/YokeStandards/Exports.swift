// A program that uses the standards imports only YokeStandards.
@_exported import Yoke
