//! Tarjan's algorithm for strongly connected components, in graphs where each position has at most two successors.

use super::elimination::SparseRows;

/// Calls `visit` with each component in reverse topological order.
///
/// `successors(v)` returns the successors of `v`. The traversal ignores successors with a number of `len` or more, and
/// positions for which `skip` returns `true`.
///
/// # Errors
/// If `visit` returns an error, stops and returns this error.
pub fn components<E>(
    len: usize,
    successors: impl Fn(usize) -> [u32; 2],
    skip: impl Fn(usize) -> bool,
    mut visit: impl FnMut(&[u32]) -> Result<(), E>,
) -> Result<(), E> {
    const UNSEEN: u32 = u32::MAX;
    let mut index = vec![UNSEEN; len];
    let mut low = vec![0_u32; len];
    let mut on_stack = vec![false; len];
    let mut stack: Vec<u32> = Vec::new();
    let mut calls: Vec<(u32, u8)> = Vec::new();
    let mut next = 0;
    for (root, _) in (0_u32..).zip(0..len) {
        if index[root as usize] != UNSEEN || skip(root as usize) {
            continue;
        }
        calls.push((root, 0));
        while let Some((vertex, step)) = calls.pop() {
            let v = vertex as usize;
            if step == 0 {
                index[v] = next;
                low[v] = next;
                next += 1;
                stack.push(vertex);
                on_stack[v] = true;
            } else {
                let child = successors(v)[usize::from(step) - 1] as usize;
                if child < len && on_stack[child] {
                    low[v] = low[v].min(low[child]);
                }
            }
            if step == 2 {
                if low[v] == index[v] {
                    let start = stack.iter().rposition(|&w| w == vertex).expect("a vertex is on the stack until its component is complete");
                    for &w in &stack[start..] {
                        on_stack[w as usize] = false;
                    }
                    visit(&stack[start..])?;
                    stack.truncate(start);
                }
                continue;
            }
            calls.push((vertex, step + 1));
            let child = successors(v)[usize::from(step)];
            if (child as usize) < len && !skip(child as usize) && index[child as usize] == UNSEEN {
                calls.push((child, 0));
            }
        }
    }
    Ok(())
}

/// Returns the matrix of a component's equations. Each equation says that twice the value of a position is the sum of
/// its two successors' values. `inside` returns the index of a position within the component, or `None` for a position
/// outside.
pub fn matrix_of(component: &[u32], successors: impl Fn(usize) -> [u32; 2], inside: impl Fn(u32) -> Option<u32>) -> SparseRows {
    let mut matrix: SparseRows = Vec::with_capacity(component.len());
    for (number, &position) in (0_u32..).zip(component) {
        let mut row = vec![(number, 2)];
        for column in successors(position as usize).into_iter().filter_map(&inside) {
            match row.iter_mut().find(|(known, _)| *known == column) {
                Some((_, entry)) => *entry -= 1,
                None => row.push((column, -1)),
            }
        }
        row.retain(|&(_, entry)| entry != 0);
        matrix.push(row);
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::components;

    fn of(edges: &[[u32; 2]]) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        components(
            edges.len(),
            |v| edges[v],
            |_| false,
            |component| {
                let mut component = component.to_vec();
                component.sort_unstable();
                found.push(component);
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        found
    }

    #[test]
    fn sinks_come_first() {
        let out = 99;
        type Case<'a> = (&'a str, &'a [[u32; 2]], &'a [&'a [u32]]);
        let cases: [Case; 5] = [
            ("nothing", &[], &[]),
            ("a chain", &[[1, 1], [2, 2], [out, out]], &[&[2], &[1], &[0]]),
            ("a loop", &[[0, out]], &[&[0]]),
            ("a cycle below a vertex", &[[1, 2], [2, out], [1, out]], &[&[1, 2], &[0]]),
            ("two cycles, one leads to the other", &[[1, out], [0, 2], [3, 3], [2, out]], &[&[2, 3], &[0, 1]]),
        ];
        for (title, edges, expected) in cases {
            assert_eq!(of(edges), expected, "{title}");
        }
    }
}
