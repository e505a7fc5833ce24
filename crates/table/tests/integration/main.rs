//! Tests of the session core: step by step, with given logs, and in the simulator.

mod agreed;
mod log;
mod simulator;
mod steps;
mod transfers;
