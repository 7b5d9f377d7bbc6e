//! measuring
use solver::control::*;
use solver::games::bidding_chess::{graph::option_graph, *};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let board: Board = args[1].parse().unwrap();
    let mats: Vec<Material> = args[2..].iter().map(|m| Material::parse(m).unwrap().0).collect();
    let t = Instant::now();
    let fam = Ending::family(board, &mats).unwrap();
    eprintln!("family {:?}", t.elapsed());
    let stop = AtomicBool::new(false);
    let mut sols: HashMap<String, solver::solution::Solution> = HashMap::new();
    for e in &fam {
        let t = Instant::now();
        let subs: Vec<_> = e.sub_endings().iter().map(|s| &sols[&s.material().to_string()]).collect();
        let g = option_graph(e, &subs).unwrap();
        let t1 = t.elapsed();
        let s = solver::engine::richman::solve(&g, Control::new("x", &Silent, &stop)).unwrap();
        let dens: HashSet<_> = s.values.iter().map(|v| v.denominator().clone()).collect();
        let bytes: usize = s.values.iter().map(|v| (v.denominator().bit_len() + 7) / 8 + (v.numerator().bit_len() + 7) / 8).sum();
        let dbytes: usize = dens.iter().map(|v| (v.bit_len() + 7) / 8).sum();
        let maxd = s.values.iter().map(|v| v.denominator().to_string().len()).max().unwrap();
        println!(
            "{} classes {} graph {:?} opts {} total {:?} values {} dens {} bytes {} dbytes {} maxdigits {} sharp {} tmax {} {}",
            e.material(),
            s.len(),
            t1,
            g.white.places().len() + g.black.places().len(),
            t.elapsed(),
            s.values.len(),
            dens.len(),
            bytes,
            dbytes,
            maxd,
            s.is_sharp(),
            s.label_white.iter().max().unwrap(),
            s.label_black.iter().max().unwrap()
        );
        sols.insert(e.material().to_string(), s);
    }
    eprintln!("total {:?}", t.elapsed());
}
use dashu_int::ops::BitTest;
