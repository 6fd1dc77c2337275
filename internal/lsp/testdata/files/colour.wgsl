@fragment
fn main(@location(0) colour: vec4<f32>) -> @location(0) vec4<f32> {
    let bgra: vec4<f32> = colour.bgra;
    var other = bgra;
    return other;
}
